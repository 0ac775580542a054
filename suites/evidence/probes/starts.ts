/** What reads say of the starts of containers. */
import { objectsIn } from '../../../fixtures/payload/find.ts'

/** Times and counts of starts; what says how long a container is up moves by itself. */
const starts = /start/i

/** A response, and the container that was asked for; '' where all were. */
export interface Shown {
  readonly of: string
  readonly value: unknown
}

/** What an object and all within it say of starts. */
function startsIn(value: unknown): readonly string[] {
  return objectsIn(value).flatMap((object) =>
    Object.entries(object).flatMap(([name, one]) =>
      starts.test(name) && (typeof one === 'string' || typeof one === 'number') ? [`${name} ${one}`] : [],
    ),
  )
}

const idOf = ({ containerId }: Readonly<Record<string, unknown>>): readonly string[] =>
  typeof containerId === 'string' && containerId !== '' ? [containerId] : []

/** What a list and a read of its own say of the starts of one container; nothing where they say nothing. */
export interface Said {
  listed?: string
  read?: string
}

const ways = ['listed', 'read'] as const

/** By container, what these responses say of its starts; nothing of one of which they say nothing. */
export function startsOf(responses: readonly Shown[]): ReadonlyMap<string, Said> {
  const all = new Map<string, Said>()
  const add = (id: string, way: keyof Said, value: unknown) => {
    const found = startsIn(value).join(', ')
    if (found === '') return
    const said = all.get(id) ?? {}
    all.set(id, { ...said, [way]: [said[way] ?? [], found].flat().join(', ') })
  }
  for (const { of, value } of responses) {
    if (of !== '') add(of, 'read', value)
    else for (const item of objectsIn(value)) for (const id of idOf(item)) add(id, 'listed', item)
  }
  return all
}

/** In which ways both say something: what one of them alone says, as where a read of its own failed, is no other start. */
const comparable = (before: Said = {}, after: Said = {}) =>
  ways.filter((way) => before[way] !== undefined && after[way] !== undefined)

/** The containers of which the starts can be compared. */
export const comparedOf = (before: ReadonlyMap<string, Said>, after: ReadonlyMap<string, Said>): readonly string[] =>
  [...before].flatMap(([id, said]) => (comparable(said, after.get(id)).length > 0 ? [id] : []))

/** The containers that show another start than before. */
export const restartedOf = (before: ReadonlyMap<string, Said>, after: ReadonlyMap<string, Said>): readonly string[] =>
  [...before].flatMap(([id, said]) => {
    const now = after.get(id)
    return comparable(said, now).some((way) => said[way] !== now?.[way]) ? [id] : []
  })
