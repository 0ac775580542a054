/** Actions of the host: what is cleaned, reloaded or updated is nothing that this run or an administrator keeps there. */
import { hostActions } from '../../schemas/order.ts'
import { hostCensus } from '../evidence/host-census.ts'
import { check, type Check } from './check.ts'
import { inShort } from './census.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'

const records = check({
  id: 'actions/records',
  clause: 'NAME-4',
  claim: 'SHOULD leave every record unchanged',
  sends: 'reads of a record of each kind, with all its fields set, before and after the action',
  expects: 'what the run wrote on them, their names and their identifiers, unchanged',
  kills: ['actions/records-*'],
  on: (operation) => hostActions.includes(operation),
  needs: { hostCensus },
  prove({
    hostCensus: {
      records: { drifts, compared, exchanges },
    },
  }) {
    const [first] = drifts
    if (first)
      throw new Breach({
        expected: 'no record to change',
        got: inShort(first),
        cause: 'after' in first ? 'a record changed' : 'a record is gone',
        exchanges,
        change: true,
      })
    if (compared === 0) throw new Inconclusive('no read shows a record of the run', undefined, exchanges)
  },
})

const settings = check({
  id: 'actions/settings',
  clause: 'NAME-4',
  claim: 'SHOULD leave every setting unchanged that it does not name',
  sends:
    'reads of every setting, and of an application’s proxy configuration, before and after the action; with `--allow host`, settings stand at other values meanwhile',
  expects:
    'no change; of a configuration text a note, where the action may well write one: the dashboard, the domain, an update',
  kills: ['actions/settings-*'],
  on: (operation) => hostActions.includes(operation),
  needs: { hostCensus },
  prove({
    operation,
    hostCensus: {
      settings: { drifts, compared, exchanges },
    },
  }) {
    const rewrites = operation.act.rewrites === true
    const heavy = drifts.find(({ before }) => !rewrites || typeof before === 'boolean')
    const drift = heavy ?? drifts[0]
    if (drift)
      throw new Breach({
        expected: 'every setting to be as it was',
        got: inShort(drift),
        cause: 'a setting changed',
        exchanges,
        change: true,
        ...(heavy ? {} : { level: 'MAY' }),
      })
    if (compared === 0) throw new Inconclusive('no setting is shown for comparison', undefined, exchanges)
  },
})

export const actionChecks: readonly Check[] = [records, settings]
