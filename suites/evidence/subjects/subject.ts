import type { CreateSubject } from './create.ts'
import type { HostSubject } from './host.ts'
import type { PermissionsSubject } from './permissions.ts'
import type { RecordSubject } from './record.ts'
import type { SettingSubject } from './setting.ts'

/** What an operation is tried on. */
export type Subject = RecordSubject | CreateSubject | HostSubject | SettingSubject | PermissionsSubject
