import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, valueOf } from '../../fixtures/payload/find.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { does, doing, identifierField } from '../../schemas/registry.ts'
import { Inconclusive, Skipped } from '../claim/finding.ts'
import type { SceneRecord } from '../scene/made.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { templateOutlasted } from './template-outlasted.ts'
import { templateUnread } from './template-unread.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

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
  needs: { subject, control },
  after: [variations, unusual, templateUnread, templateOutlasted],
  on: does('makes', 'compose', 'template'),
  // The list; the deploy of another, found and deleted, and of one that nobody has.
  cost: () => 5,
  async gather({ subject: tried, control: sent, caller, operation }): Promise<readonly NamedStack[]> {
    const first = valueOf(sent.asked?.body, 'id')
    if (caller.options.target.sample[operation.id]?.['id'] !== undefined)
      throw new Skipped('the target file says which template to deploy, so no other is')
    const own = tried.is === 'create' && caller.success(sent) ? tried.record(sent) : null
    if (tried.is !== 'create' || !own || !isText(first))
      throw new Inconclusive('no stack of a listed template was found', undefined, [sent])
    const lister = doing('lists', 'template')
    if (!caller.allows(lister)) throw new Inconclusive(`${lister.id} may not be sent`)
    const list = await caller.call({ operation: lister })
    const each = (of: string, record: SceneRecord, made: Exchange): NamedStack => ({
      of,
      named: namedBy(record, list),
      exchanges: [made, record.shown ?? []].flat(),
    })
    const stacks = [each(first, own, sent)]
    const other = templatesIn(list).find(({ id }) => id !== first)
    const deployed = other && (await tried.about('secondary', { body: { id: other.id } }))
    const another = deployed && tried.record(deployed)
    if (other && !another)
      throw new Inconclusive('no second template is deployed', undefined, deployed ? [deployed] : [])
    if (other && another) stacks.push(each(other.id, another, deployed))
    const nobody = caller.values.unknownId()
    const taken = await tried.about('secondary', { body: { id: nobody } })
    const stray = taken && caller.success(taken) ? tried.record(taken) : null
    if (taken && stray) stacks.push({ ...each(nobody, stray, taken), isUnknown: true })
    if (stacks.length === 1) throw new Inconclusive('no second template is listed', 'a host with two templates', [list])
    return stacks
  },
})
