/** The text as a part of a regular expression that stands for itself, also within a class of characters. */
export const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)
