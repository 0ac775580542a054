/** An operation is as closed under another form of its address as under its own. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { badCredential, otherForms } from '../evidence/lock-out.ts'
import { isTransient } from '../target/not-now.ts'
import { fingerprint, sameFingerprint, type Profile } from '../target/profile.ts'
import { check } from './check.ts'
import { heldInForm } from './refusal.ts'

/** Only reads: a broken server carries out what it is asked. */
const isRead = ({ effect, method }: Operation) => effect === 'read' && method === 'GET'

const keysOf = (value: unknown): readonly string[] | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : null

/** Whether two responses show the same thing: it may have changed meanwhile, but not in its form. */
function isAlike(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one.response?.json, other.response?.json]
  if (!a?.ok || !b?.ok) return false
  if (Array.isArray(a.value) && Array.isArray(b.value)) return true
  const [keys, others] = [keysOf(a.value), keysOf(b.value)]
  if (!keys || !others) return JSON.stringify(a.value) === JSON.stringify(b.value)
  return keys.length === others.length && keys.every((key) => others.includes(key))
}

const sizeOf = ({ response }: Exchange) => response?.size ?? 0

/** Whether a HEAD tells the length of the operation's own response, and not that of a refusal: then the operation was carried out. */
const tellsLength = (head: Exchange, control: Exchange, plain: Exchange): boolean =>
  sizeOf(control) !== sizeOf(plain) && Number(head.response?.headers['content-length']) === sizeOf(control)

/** Whether a response is the operation's own: a server may answer unknown paths with success, and a page. */
function isServed(one: Exchange, control: Exchange, plain: Exchange, profile: Profile): boolean {
  if (!one.response || !profile.isSuccess(one.response)) return false
  if (one.method === 'HEAD') return tellsLength(one, control, plain)
  const own = fingerprint(one)
  return isAlike(control, one) && !profile.unknownPaths.some((path) => sameFingerprint(path, own))
}

export const otherAddress = check({
  id: 'auth/other-address',
  clause: 'AUTH-1',
  claim: 'MUST reject a request without the Authorization header under another form of its address',
  sends:
    'a read without the Authorization header, with a slash, a comma, a parameter or a format beside its path, in capital letters, with encoded ' +
    'letters or dot segments, as a POST that says it is a GET, or as a HEAD; the same read at its own address, with the right token and without',
  expects:
    'no response that is the operation’s own; an unknown path, a redirection and a refusal are as good. A HEAD that tells the length of that response is a warning',
  kills: ['auth/path-*'],
  on: isRead,
  needs: {
    attempt: badCredential('other-address'),
    besides: otherForms('other-address'),
    plain: badCredential('no-header'),
    control,
  },
  prove({ attempt, besides, plain, control: authorised, profile }) {
    if (!attempt.response || isTransient(attempt))
      throw new Inconclusive('no response came, or one that says not now', undefined, [attempt])
    if (!authorised.response || !profile.isSuccess(authorised.response)) {
      if (profile.isRefusal(attempt)) return
      throw new Inconclusive('the authorised request does not succeed either', undefined, [authorised, attempt])
    }
    const served = [attempt, ...besides.tried].filter((one) => isServed(one, authorised, plain, profile))
    const [first] = served
    if (!first && !profile.isSuccess(attempt.response)) return
    if (!first) throw new Inconclusive('the response is a success, but not the operation’s own', undefined, [attempt])
    if (plain.response && profile.isSuccess(plain.response))
      throw new Inconclusive('its own address is served without the header too', undefined, [plain, first])
    const words = served.flatMap(({ form }) => form?.words ?? []).toSorted()
    const tried = `${words.length} of ${besides.tried.length + 1} forms tried`
    const every =
      besides.elsewhere.length === 0 ? '' : `; all ${besides.of} were tried on ${besides.elsewhere.join(' and ')}`
    throw new Breach({
      // No body is shown, and no operation is listed under that method.
      ...(served.every(({ method }) => method === 'HEAD') ? { level: 'SHOULD' } : {}),
      expected: 'no response of the operation to a request without the Authorization header',
      got: `served without a token with ${words.join('; ')} (${tried}${every}): ${first.method} ${first.path}: ${inWords(first)}`,
      cause: 'served',
      exchanges: [plain, ...served],
    })
  },
  held: ({ attempt: { form } }) => heldInForm(form),
})
