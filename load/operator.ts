/** What the k6-operator needs to run a load on many machines of a Kubernetes cluster: the scripts, and a TestRun of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { UsageError } from '../fixtures/errors.ts'
import type { RunOptions } from '../schemas/target.ts'
import { joined, missingIdentifiers } from './identifiers.ts'
import { k6Image } from './k6/find.ts'
import { scriptsFolder } from './place.ts'
import type { WeightedJourney } from './options.ts'
import type { LoadOptions } from './options.ts'
import { dryRun } from './dry-run.ts'

/** The Secret that holds the token, and further headers; whoever applies the manifest makes it. */
const SECRET = 'touchstone'

/** What has to be given, since the target is not asked. */
function requireIdentifiers(weighted: readonly WeightedJourney[], { target, embedded, image }: RunOptions): void {
  if (embedded || image !== undefined)
    throw new UsageError('--emit needs a target that a cluster reaches; give --base-url or --target as well')
  const { templateId, ...rest } = target.identifiers
  const missing = missingIdentifiers(weighted, { ...rest, id: templateId })
  if (missing.length > 0)
    throw new UsageError(`--emit sends nothing, so it can find no identifiers; give ${joined(missing)}`)
}

/**
 * The manifests, as one YAML text. No token stands in it.
 * @param parallelism pods that share the load
 * @throws UsageError where something has to be given that a run would find out
 */
export function operatorManifest(options: RunOptions, told: LoadOptions, parallelism: number): string {
  requireIdentifiers(told.weighted, options)
  const name = `touchstone-${told.scenario}-${told.profile}-${options.run}`
  const plan = dryRun(options, told)
  const folder = scriptsFolder()
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const metadata = { name, labels: { app: 'touchstone' } }
  const secret = (key: string, optional: boolean) => ({
    secretKeyRef: { name: SECRET, key, ...(optional ? { optional } : {}) },
  })
  const configMap = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: {
      ...Object.fromEntries(scripts.map((file) => [file, readFileSync(join(folder, file), 'utf8')])),
      'plan.json': JSON.stringify(plan),
    },
  }
  const testRun = {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata,
    spec: {
      parallelism,
      script: { configMap: { name, file: `${told.scenario}.ts` } },
      arguments: '--no-usage-report --log-format=raw',
      runner: {
        image: k6Image(),
        env: [
          { name: 'TOUCHSTONE_TOKEN', valueFrom: secret('token', false) },
          { name: 'TOUCHSTONE_HEADERS', valueFrom: secret('headers', true) },
        ],
      },
    },
  }
  return `${comments(name)}${[configMap, testRun].map((one) => stringify(one, { lineWidth: 0 })).join('---\n')}`
}

const comments = (name: string) =>
  [
    'The token is in no file. Before this is applied, in the same namespace:',
    `  kubectl create secret generic ${SECRET} --from-literal=token=...`,
    '  (--from-literal=headers={"Name":"value"} where the target needs further headers)',
    'k6 fails the run where an answer breaks the specification. What the pods print is the journal; what they left is deleted with:',
    `  kubectl logs -l k6_cr=${name} --tail=-1 --prefix=false | grep '^{"run"' > journal.jsonl`,
    '  touchstone cleanup --journal journal.jsonl --base-url ... --token ...',
  ]
    .map((line) => `# ${line}\n`)
    .join('')
