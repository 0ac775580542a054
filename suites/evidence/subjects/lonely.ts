import type { References } from '../../../fixtures/payload/payload.ts'
import { LAST } from '../../../schemas/order.ts'
import { does, operations, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { Company } from './company.ts'
import { hostSubject } from './host.ts'
import { permissionsSubject } from './permissions.ts'
import { settingSubject } from './setting.ts'
import type { Subject } from './subject.ts'
import { untilBack } from '../../scene/until-back.ts'

/** What an operation that is about no record of the run is tried on. */
export function lonelySubject(one: Operation, caller: Caller, found: References, company?: Company): Subject {
  const { verb, kind } = one.act
  if (does('changes', 'user')(one)) return permissionsSubject(one, caller, found)
  if (one.effect !== 'host' || verb !== 'changes') return hostSubject(one, caller, found, company)
  const read = operations.find((other) => other.act.kind === kind && other.act.verb === 'reads')
  if (!read) throw new Error(`the registry lacks a read for ${one.id}`)
  const setting = settingSubject(one, read, caller, found)
  return company ? { ...setting, prepare: () => company.prepared(one, setting) } : setting
}

/** In the last lane the target's process may end under a request: it is waited for, and the request sent again. */
export function patient(lane: string, caller: Caller, subject: Subject): Subject {
  if (lane !== LAST) return subject
  return {
    ...subject,
    send: async (variation) => {
      const exchange = await subject.send(variation)
      if (exchange.response && !exchange.response.cut) return exchange
      await untilBack(caller)
      return subject.send(variation)
    },
  }
}
