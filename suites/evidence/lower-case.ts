import { control } from './control.ts'
import { shownEffect } from './shown-effect.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** The right token behind `bearer` in lower case. */
export const lowerCase = evidence({
  id: 'lower-case',
  needs: { subject },
  after: [control, shownEffect],
  cost: () => 1,
  gather: ({ subject: tried }) => tried.send({ credential: 'lower-case' }),
})
