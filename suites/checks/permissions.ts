/** What one user may do: it is set as it was assigned, and called as the specification calls it. */
import { valueOf } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import type { WrittenField } from '../evidence/census/state-diff.ts'
import { control } from '../evidence/control.ts'
import { permissionsCensus } from '../evidence/permissions-census.ts'
import { check } from './check.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { flagMistyped, sameFlag } from '../values/flags.ts'
import { successful, valueOfResponse } from './seen.ts'
import { brief } from '../values/difference.ts'

const isNothing = (value: unknown) => Array.isArray(value) && value.length === 0

export const permissions = check({
  id: 'people/permissions',
  clause: 'AUTH-3',
  claim: 'MUST set the permissions that were assigned',
  sends:
    'four assignments that distinguish every pair of flags, each followed by user.byUserId; then the old ones again',
  expects: 'user.byUserId to show each flag as it was assigned, and in its stated type',
  kills: [
    'people/flag-dropped',
    'people/flags-swapped',
    'people/first-of-list',
    'people/services-as-projects',
    'people/services-lost',
    'people/permissions-stick',
    'people/reach-*',
    'people/flag-inverted',
  ],
  on: does('changes', 'user'),
  needs: { permissionsCensus },
  prove({ permissionsCensus: { writtenFields, undecided, exchanges } }) {
    // What nobody has may be left out, but then all of it: one is known no better than another.
    const left = ({ shown, known }: WrittenField) => known !== undefined && sameFlag(known, shown)
    const wrong = writtenFields.find((one) => {
      const { written, shown } = one
      return shown !== undefined && !sameFlag(written, shown) && !left(one)
    })
    if (wrong)
      throw new Breach({
        expected: `${wrong.field} to be ${brief(wrong.written)}`,
        got: brief(wrong.shown),
        cause: 'shown otherwise',
        exchanges,
      })
    if (undecided) throw new Inconclusive(undecided.reason, undecided.supply, exchanges)
    // Of a list that named what is there once, it was seen to be kept.
    const kept = new Set(writtenFields.filter(({ known = [] }) => known.length > 0).map(({ field }) => field))
    const isAllLeft = (one: WrittenField) => left(one) && one.known?.length === 0 && !isNothing(one.written)
    const unclear = new Set(
      writtenFields
        .filter((one) => one.shown === undefined || (isAllLeft(one) && !kept.has(one.field)))
        .map(({ field }) => field),
    )
    if (unclear.size > 0)
      throw new Inconclusive(
        {
          text: `of what nobody has, nothing is kept or shown: ${[...unclear].join(', ')}`,
          cause: 'nothing is kept of what nobody has',
        },
        unclear.has('accesedProjects') ? 'identifiers.projectId in the target file' : undefined,
        exchanges,
      )
    const fields = new Set(writtenFields.map(({ field }) => field))
    const refused = ['accesedProjects', 'accesedServices'].filter((name) => !fields.has(name))
    if (refused.length > 0)
      throw new Inconclusive(
        { text: `${refused.join(' and ')} are not taken with what nobody has`, cause: 'placeholders are not taken' },
        refused.includes('accesedProjects') ? 'identifiers.projectId in the target file' : undefined,
        exchanges,
      )
  },
})

const listed = doing('changes', 'user').body?.fields.filter(({ name }) => name !== 'userId') ?? []

export const typed = check({
  id: 'people/typed',
  clause: 'RES-user',
  claim: 'MUST show permissions in their stated types',
  sends: 'the valid request',
  expects: 'each flag that is shown to be a boolean, and each list an array',
  kills: ['people/lists-joined', 'people/by-auth-text'],
  on: ({ act }) => act.verb === 'reads' && act.kind === 'user',
  needs: { control },
  prove({ control: sent, ...context }) {
    successful(sent, context)
    const value = valueOfResponse(context, sent)
    if (listed.every(({ name }) => valueOf(value, name) === undefined))
      throw new Inconclusive('no permission is shown', undefined, [sent])
    for (const flag of listed) {
      const odd = flagMistyped(value, flag)
      if (odd)
        throw new Breach({
          expected: `${odd.name} to be ${flag.type === 'boolean' ? 'a boolean' : 'an array'}`,
          got: brief(odd.value),
          cause: 'another type',
          exchanges: [sent],
        })
    }
  },
})

export const permissionsOfOthers = check({
  id: 'people/others',
  clause: 'NAME-4',
  claim: 'SHOULD assign permissions to the named user, and change nothing else',
  sends: 'the assignments of people/permissions, and user.all after each; user.byAuthId after every second',
  expects:
    'no other user with the assigned permissions after each assignment; the list and user.byAuthId to deny none that user.byUserId shows, and the user’s identifiers to stay',
  kills: [
    'people/permissions-of-all',
    'people/permissions-of-one',
    'people/projects-of-all',
    'people/projects-shared',
    'people/permissions-unlisted',
    'people/unlisted-without-projects',
    'people/auth-moved',
    'people/by-auth-stale',
    'people/listed-by-place',
  ],
  on: does('changes', 'user'),
  needs: { permissionsCensus },
  prove({ permissionsCensus: { kept, others, compared, undecided, exchanges } }) {
    const [moved] = kept
    if (moved)
      throw new Breach({
        expected: `${moved.field} of ${moved.whose} to be ${brief(moved.before)}`,
        got: 'after' in moved ? brief(moved.after) : `${moved.whose} after some of the assignments alone`,
        cause: moved.whose,
        exchanges,
      })
    if (others.length > 0)
      throw new Breach({
        expected: 'the permissions of others to be as they were',
        got: `those of ${[...new Set(others.map(({ whose }) => whose))].join(', ')} show what was assigned`,
        exchanges,
      })
    if (undecided) throw new Inconclusive(undecided.reason, undecided.supply, exchanges)
    if (compared.others === 0)
      throw new Inconclusive(
        `${doing('lists', 'user').id} shows no other user with permission flags`,
        undefined,
        exchanges,
      )
  },
})

export const spelling = check({
  id: 'people/spelling',
  clause: 'SPELL-2',
  claim: 'MUST spell the permissions as the specification does',
  sends: 'the assignments of people/permissions',
  expects: 'permissions under the listed names, not under names that differ by case, underscore or a letter',
  kills: ['people/spelt-right'],
  on: does('changes', 'user'),
  needs: { permissionsCensus },
  prove({ permissionsCensus: { writtenFields, undecided, exchanges } }) {
    const other = new Set(writtenFields.filter(({ under }) => under !== undefined).map(({ field }) => field))
    for (const name of other) {
      const own = writtenFields.filter(({ field }) => field === name)
      const [{ under = '' } = {}] = own
      if (
        own.every(({ written, shown }) => sameFlag(written, shown)) &&
        new Set(own.map(({ written }) => JSON.stringify(written))).size > 1
      )
        throw new Breach({ expected: `the name ${name}`, got: `the name ${under}`, exchanges })
    }
    if (undecided) throw new Inconclusive(undecided.reason, undecided.supply, exchanges)
    const [unclear] = other
    if (unclear !== undefined)
      throw new Inconclusive(
        { text: `${unclear} itself is not shown`, cause: 'a flag is not shown' },
        undefined,
        exchanges,
      )
    if (!writtenFields.some(({ field, shown }) => field.startsWith('acces') && shown !== undefined))
      throw new Inconclusive('accesedProjects and accesedServices are not shown', undefined, exchanges)
  },
})
