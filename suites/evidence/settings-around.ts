import { settingWrites } from '../../schemas/order.ts'
import { otherSettings } from './census/other-settings.ts'
import { evidence } from './frame/evidence.ts'

/** The host's other settings, read before anything is written: even what is written back may land elsewhere. */
export const settingsAround = evidence({
  id: 'settings-around',
  needs: {},
  on: (operation) => settingWrites.includes(operation),
  cost: ({ act }) => settingWrites.length + (act.kind === 'proxy-file' ? 3 : -1),
  gather: ({ operation, caller, references }) => otherSettings(operation, caller, references),
})
