import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { compare, isAlike } from '../values/compare.ts'
import { sentQuery } from './params/asked.ts'

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const valueIn = ({ response }: Exchange): unknown => (response?.json.ok ? response.json.value : undefined)

/** The fields that show whom the token of a response invites, apart from the name that createUserInvitation lists. */
const fieldsOf = (known: Exchange | undefined, email: string): readonly string[] =>
  known && email !== ''
    ? objectsIn(valueIn(known)).flatMap((object) => Object.keys(object).filter((name) => object[name] === email))
    : []

/**
 * Whether a response about a token that nobody was sent shows somebody's invitation: another token, a user, or a text where an
 * answer about a known token shows the invited e-mail address (docs/judgement.md, rules 6 and 18).
 */
export function showsInvitation(asked: Exchange, known?: Exchange, email = ''): boolean {
  const token = sentQuery(asked).get('token')
  const whose = ['email', ...fieldsOf(known, email)]
  return objectsIn(valueIn(asked)).some(
    (object) =>
      'userId' in object ||
      'authId' in object ||
      (isText(object['token']) && object['token'] !== token) ||
      whose.some((name) => isText(object[name])),
  )
}

/**
 * What a response about an invitation shows in place of the invited e-mail address, in the field that shows it of another invitation;
 * undefined where that holds the address, or no text.
 * @param known the response about the other invitation, of `email`
 */
export function shownInstead(
  shown: Exchange,
  invited: string,
  known: Exchange | undefined,
  email: string,
): string | undefined {
  const texts = fieldsOf(known, email).flatMap((name) => objectsIn(valueIn(shown)).map((object) => object[name]))
  return texts.some((text) => isAlike(compare('email', 'email', invited, text))) ? undefined : texts.find(isText)
}
