/** Records whose names begin alike: who looks for one by the beginning of a name finds the other too. */
import { recordIn } from '../../../fixtures/payload/record.ts'
import { identifierField } from '../../../schemas/registry.ts'
import { valueIn } from '../../scene/find-record.ts'
import type { SceneRecord } from '../../scene/made.ts'
import type { RecordFixture } from '../../scene/record-fixture.ts'

/** A record whose names begin with the whole names of another; where a create takes no appName, its name alone. */
export async function makeLonger(
  first: SceneRecord,
  { kind, scene, parent }: RecordFixture,
): Promise<SceneRecord | null> {
  const name = `${first.name}-2`
  const appName = `${appNameOf(first)}-2`
  const { record } = await scene.make(kind, parent, (valid) => ({ ...valid, name, appName }))
  return record ?? (await scene.make(kind, parent, (valid) => ({ ...valid, name }))).record
}

/** What names the containers of a record: its appName as it is shown, else as it was written. */
export function appNameOf({ kind, id, name, written, ready, shown, made }: SceneRecord): string {
  const read = ready ?? shown ?? made
  const app = recordIn(valueIn(read), identifierField[kind], id)?.['appName'] ?? written.get('appName')
  return typeof app === 'string' && app !== '' ? app : name
}
