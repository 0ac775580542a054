/** The evidence whose requests draw the responses that monitors watch. */
import { badCredential } from '../evidence/lock-out.ts'
import { control } from '../evidence/control.ts'
import { part } from '../evidence/frame/evidence.ts'
import { unusual } from '../evidence/unusual.ts'
import { variations } from '../evidence/variations.ts'

/** Successes, refusals and other errors. */
export const errors = { control, noHeader: badCredential('no-header'), provoked: part(variations, 'provoke') }

/** What monitors of errors have in common. */
export const onErrors = {
  sends: 'requests that cause errors: bad credentials, unknown identifiers, missing and wrong fields, broken JSON',
  needs: errors,
  on: () => true,
}

/** The same to unusual requests too. */
export const unusualResponses = { ...errors, unusualRefusal: badCredential('unusual-request'), unusual }
