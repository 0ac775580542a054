import { good, type Api, type Fields } from '../api.ts'

/** Something that a server which keeps the specification does: true when it does. */
export type Promised = (api: Api) => Promise<boolean>
export type Promises = Readonly<Record<string, Promised>>

/** A create stores a field as it was sent. */
export const stores =
  (kind: string, field: string, value: unknown): Promised =>
  async (api) => {
    const heard = await api.post(`${kind}.create`, { ...(await api.sample(kind)), [field]: value })
    if (!good(heard)) return false
    const found = await api.field(kind, await api.make(kind, { [field]: value }), field)
    return found === value
  }

/** A write on a record of a kind leaves these fields in it. */
export const writes =
  (kind: string, idField: string, name: string, sent: Fields, held: Fields = sent): Promised =>
  async (api) => {
    const id = await api.make(kind)
    const heard = await api.post(name, { [idField]: id, ...sent })
    if (!good(heard)) return false
    for (const [field, value] of Object.entries(held)) {
      if ((await api.field(kind, id, field)) !== value) return false
    }
    return true
  }

/** A call succeeds. */
export const succeeds =
  (call: (api: Api) => Promise<{ readonly status: number }>): Promised =>
  async (api) => {
    const { status } = await call(api)
    return status >= 200 && status < 300
  }

/** A call is refused, with an error that says so. */
export const refuses =
  (call: (api: Api) => Promise<{ readonly status: number }>): Promised =>
  async (api) => {
    const { status } = await call(api)
    return status >= 400 && status < 500
  }

/** A promise that a race may break: kept only when each of several rounds keeps it. */
export const inEachOf =
  (rounds: number, promised: Promised): Promised =>
  async (api) => {
    for (let round = 0; round < rounds; round += 1) {
      if (!(await promised(api))) return false
    }
    return true
  }
