/** Texts that are no identifier: a query finds the record by them where it looks for a pattern, or is put together as text. */
export const near = (id: string): readonly string[] => [`${id.slice(0, -1)}%`, `${id}' AND 'a'='a`]
