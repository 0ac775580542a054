import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, valueOf } from '../../fixtures/payload/find.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { does, identifierField } from '../../schemas/registry.ts'
import { Inconclusive, Skipped } from '../claim/finding.ts'
import type { SceneRecord } from '../scene/made.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { templates } from './templates.ts'

/** A stack of a template, and the template that it bears the name of. */
export interface NamedStack {
  /** The identifier of the template that was deployed. */
  readonly of: string
  /** Whether no template has that identifier. */
  readonly isUnknown?: boolean
  /** That of the one listed template by which the stack is called; null where it is called by none, or by several. */
  readonly named: string | null
  readonly exchanges: readonly Exchange[]
}

/** A template that is listed: its identifier, and the texts by which a stack may be called. */
interface Template {
  readonly id: string
  readonly marks: readonly string[]
}

/** What a stack may be called by: its names, and whatever says of which template it is. */
const NAMING = /^(?:name|appName)$|template/i

const slug = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const templatesIn = ({ response }: Exchange): readonly Template[] =>
  objectsIn(response?.json.ok ? response.json.value : undefined).flatMap(({ id, name }) =>
    isText(id) ? [{ id, marks: [id, name].filter(isText).map(slug) }] : [],
  )

/** The template of which a name is, or begins with, an identifier or a name: the longest, for one may begin another's. */
function templateOf(text: string, all: readonly Template[]): string | undefined {
  const name = slug(text)
  const fits = all.flatMap(({ id, marks }) => marks.map((mark) => ({ id, mark })))
  const [longest] = fits
    .filter(({ mark }) => name === mark || name.startsWith(`${mark}-`))
    .toSorted((one, other) => other.mark.length - one.mark.length)
  return longest?.id
}

/** Which template a stack is called by, as far as it was read. */
export function namedBy({ id, shown }: Pick<SceneRecord, 'id' | 'shown'>, list: Exchange): string | null {
  const value = shown?.response?.json.ok ? shown.response.json.value : undefined
  const texts = Object.entries(recordIn(value, identifierField.compose, id) ?? {}).flatMap(([field, text]) =>
    NAMING.test(field) && isText(text) ? text : [],
  )
  const all = templatesIn(list)
  const [named, ...more] = new Set(texts.flatMap((text) => templateOf(text, all) ?? []))
  return named !== undefined && more.length === 0 ? named : null
}

/** The stack that was deployed first, one of another template, and one of a template that nobody has: by what is each called? */
export const templateNamed = evidence({
  id: 'template-named',
  needs: { subject, control, templates },
  on: does('makes', 'compose', 'template'),
  cost: () => 0,
  gather({ subject: tried, control: sent, templates: found, caller, operation }): Promise<readonly NamedStack[]> {
    if (caller.options.target.sample[operation.id]?.['id'] !== undefined)
      throw new Skipped('the target file says which template to deploy, so no other is')
    if (!found) throw new Inconclusive('the templates may not be listed')
    // Under an identifier that is used again, a read of an earlier time shows an earlier stack.
    if (caller.creates.identified.reused && caller.patience.delay > 0)
      throw new Inconclusive('the target uses identifiers again, and a read may be answered from an earlier time')
    const { list, listed, unknown } = found
    const named = (exchange: Exchange): NamedStack | null => {
      const of = valueOf(exchange.asked?.body, 'id')
      const record = tried.is === 'create' && caller.success(exchange) ? tried.record(exchange) : null
      if (!record || !isText(of)) return null
      return { of, named: namedBy(record, list), exchanges: [exchange, record.shown ?? []].flat() }
    }
    const stacks = listed.flatMap((one) => named(one) ?? [])
    if (!named(sent)) throw new Inconclusive('no stack of a listed template was found', undefined, [sent])
    if (stacks.length < listed.length) throw new Inconclusive('no second template is deployed', undefined, listed)
    const stray = unknown && named(unknown)
    if (stray) stacks.push({ ...stray, isUnknown: true })
    if (stacks.length === 1) throw new Inconclusive('no second template is listed', 'a host with two templates', [list])
    return Promise.resolve(stacks)
  },
})
