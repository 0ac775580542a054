/** Whether a list says that it goes on elsewhere: pagination is not shown, so it is the target's own (docs/judgement.md, rule 11). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'

const total = /total|count/i
const size = /^(?:page_?size|per_?page|limit|size|take)$/i
const more = /^(?:has_?(?:more|next(?:_?page)?)|next(?:_?(?:page|cursor|token|link|url))?|next_?page_?token|cursor)$/i

/** A list of so many may be the first page of a longer one. */
export const PAGE = 10

/** Whether headers say so, as RFC 8288 and common practice have it: a link to the next page, or a total that is more than the list shows. */
function headersSay(headers: Readonly<Record<string, string | readonly string[]>>, count: number): boolean {
  return Object.entries(headers).some(([name, value]) => {
    const said = [value].flat().join(', ')
    if (name === 'link') return /;\s*rel="?next\b/i.test(said)
    if (name === 'content-range') return Number(said.split('/')[1]) > count
    const word = name.replace(/^x-/, '').replaceAll('-', '_')
    return (
      (/^total|_total$|_count$/.test(word) && Number(said) > count) || (more.test(word) && !/^(?:false|0?)$/.test(said))
    )
  })
}

/** @param count how many the list shows */
export function saysPage({ response }: Exchange, count: number): boolean {
  const value = response?.json.ok ? response.json.value : undefined
  const says = (name: string, said: unknown) =>
    (typeof said === 'number' && total.test(name) && said > count) ||
    (said === count && size.test(name)) ||
    (more.test(name) && said !== null && said !== false && said !== '')
  if (response && headersSay(response.headers, count)) return true
  return objectsIn(value).some((object) => Object.entries(object).some(([name, said]) => says(name, said)))
}
