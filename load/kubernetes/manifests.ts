/** What a cluster needs to run a load on many machines: the scripts, who runs them, and who collects what they found. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { UsageError } from '../../fixtures/errors.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { dryRun } from '../dry-run.ts'
import { joined, missingIdentifiers } from '../identifiers.ts'
import { pinned } from '../k6/find.ts'
import { aboutOf } from '../logs/about.ts'
import type { LoadOptions } from '../options.ts'
import { scriptsFolder } from '../place.ts'
import { collector } from './collector.ts'
import { comments } from './comments.ts'
import type { Emitted, Named } from './forms.ts'
import { indexedJob, testRun } from './runners.ts'

/** What has to be given, since the target is not asked. */
function require(options: RunOptions, { weighted, users }: LoadOptions, { parallelism }: Emitted): void {
  const { target, embedded, image } = options
  if (embedded || image !== undefined)
    throw new UsageError('--emit needs a target that a cluster reaches; give --base-url or --target as well')
  const { templateId, ...rest } = target.identifiers
  const missing = missingIdentifiers(weighted, { ...rest, id: templateId })
  if (missing.length > 0)
    throw new UsageError(`--emit sends nothing, so it can find no identifiers; give ${joined(missing)}`)
  if (users.most < parallelism)
    throw new UsageError(
      `${parallelism} pods can't share ${users.most} virtual users, for each needs one; raise --concurrency, or lower --parallelism`,
    )
}

/**
 * The manifests, as one YAML text. No token stands in it, and no value of a header.
 * @throws UsageError where something has to be given that a run would find out
 */
export function manifests(options: RunOptions, loadOptions: LoadOptions, emitted: Emitted): string {
  require(options, loadOptions, emitted)
  const { form, parallelism, collectorImage } = emitted
  const name = `touchstone-${loadOptions.scenario}-${loadOptions.profile}-${options.run}`
  const named: Named = { name, scenario: loadOptions.scenario }
  const about = aboutOf(options, loadOptions, { ...emitted, k6: pinned() })
  const plan = { ...dryRun(options, loadOptions), about }
  const folder = scriptsFolder()
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'touchstone' } },
    data: {
      ...Object.fromEntries(scripts.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
      'plan.json': JSON.stringify(plan),
    },
  }
  const runner = form === 'k6-operator' ? testRun(named, emitted) : indexedJob(named, emitted)
  const selector = form === 'k6-operator' ? `k6_cr=${name},runner=true` : `job-name=${name}`
  const collecting = collectorImage === null ? [] : collector(name, selector, parallelism, collectorImage)
  const all = [configMap, ...collecting, runner].map((one) => stringify(one, { lineWidth: 0 }))
  return `${comments(name, selector, emitted)}${all.join('---\n')}`
}
