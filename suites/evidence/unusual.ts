import { isRecordKind } from '../../schemas/registry.ts'
import { control } from './control.ts'
import { shownEffect } from './shown-effect.ts'
import { evidence } from './frame/evidence.ts'
import { allOf } from './frame/gather.ts'
import { lowerCase } from './lower-case.ts'
import { negativeControl } from './negative-control.ts'
import { unusual as requests } from './stimuli.ts'
import { subject } from './subject.ts'
import { isListedFirst } from './listings.ts'

/** Unusual, legal requests: whatever they draw, monitors judge its form. */
export const unusual = evidence({
  id: 'unusual',
  needs: { subject },
  after: [control, shownEffect, lowerCase, negativeControl],
  cost(operation, { destructive, target }) {
    const { length } = requests(operation, destructive)
    // What is made is read and deleted again.
    const each = operation.act.verb === 'makes' && isRecordKind(operation.act.kind) ? 3 : 1
    return length * (each + (isListedFirst(operation, target) ? 1 : 0))
  },
  gather: ({ subject: tried, operation, caller }) =>
    allOf(requests(operation, caller.destructive).map((variation) => tried.send(variation))),
})
