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

/** By container, what these responses say of its starts; nothing of one of which they say nothing. */
export function startsOf(responses: readonly Shown[]): ReadonlyMap<string, string> {
  const said = new Map<string, string>()
  const add = (id: string, value: unknown) => {
    const found = startsIn(value).join(', ')
    if (found !== '') said.set(id, `${said.get(id) ?? ''}${found} `)
  }
  for (const { of, value } of responses) {
    if (of !== '') add(of, value)
    else for (const item of objectsIn(value)) for (const id of idOf(item)) add(id, item)
  }
  return said
}

/** The containers that show another start than before. */
export const restartedOf = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  [...before].filter(([id, said]) => after.has(id) && after.get(id) !== said).map(([id]) => id)
