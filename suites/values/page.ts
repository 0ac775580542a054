/** Whether a list says that it goes on elsewhere: pagination is not shown, so it is the target's own (docs/judgement.md, rule 11). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'

const total = /total|count/i
const size = /^(?:page_?size|per_?page|limit|size|take)$/i
const more = /^(?:has_?(?:more|next(?:_?page)?)|next(?:_?(?:page|cursor|token|link|url))?|next_?page_?token|cursor)$/i

/** A list of so many may be the first page of a longer one. */
export const PAGE = 10

/** @param count how many the list shows */
export function saysPage({ response }: Exchange, count: number): boolean {
  const value = response?.json.ok ? response.json.value : undefined
  const says = (name: string, said: unknown) =>
    (typeof said === 'number' && total.test(name) && said > count) ||
    (said === count && size.test(name)) ||
    (more.test(name) && said !== null && said !== false && said !== '')
  return objectsIn(value).some((object) => Object.entries(object).some(([name, said]) => says(name, said)))
}
