/** Who runs the scripts: the k6-operator, or a plain Job with one pod for each part of the load. */
import { k6Image } from '../k6/find.ts'
import type { Emitted, Named } from './forms.ts'

/** The Secret that holds the token, and further headers; whoever applies the manifests makes it. */
export const SECRET = 'touchstone'

const secret = (key: string, optional: boolean) => ({
  secretKeyRef: { name: SECRET, key, ...(optional ? { optional } : {}) },
})

/** Where the Secret has no headers, the scripts take an empty text as well as none. */
const environment = [
  { name: 'TOUCHSTONE_TOKEN', valueFrom: secret('token', false) },
  { name: 'TOUCHSTONE_HEADERS', valueFrom: secret('headers', true) },
  { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
  // As a variable: the operator gives its arguments to k6 archive too, which knows no such option.
  { name: 'K6_NO_USAGE_REPORT', value: 'true' },
]

const metadataOf = ({ name }: Named) => ({ name, labels: { app: 'touchstone' } })

const argumentsOf = ({ outputs }: Emitted) =>
  ['--log-format=raw', ...outputs.flatMap((output) => ['--out', output])] as const

export const testRun = (named: Named, emitted: Emitted) => ({
  apiVersion: 'k6.io/v1alpha1',
  kind: 'TestRun',
  metadata: metadataOf(named),
  spec: {
    parallelism: emitted.parallelism,
    script: { configMap: { name: named.name, file: `${named.scenario}.ts` } },
    arguments: argumentsOf(emitted).join(' '),
    runner: { image: k6Image(), env: environment },
  },
})

/** '0,1/4,2/4,3/4,1': where the parts of a load begin and end. */
export const sequenceOf = (count: number): string =>
  ['0', ...Array.from({ length: count - 1 }, (_, at) => `${at + 1}/${count}`), '1'].join(',')

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A pod whose k6 fails is not run again, and ends no other. */
export function indexedJob(named: Named, emitted: Emitted) {
  const { parallelism: count } = emitted
  const part =
    count === 1
      ? ''
      : ` --execution-segment="$JOB_COMPLETION_INDEX/${count}:$((JOB_COMPLETION_INDEX + 1))/${count}"` +
        ` --execution-segment-sequence=${sequenceOf(count)}`
  const command = `exec k6 run --quiet ${argumentsOf(emitted).map(quoted).join(' ')}${part} /test/${named.scenario}.ts`
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: metadataOf(named),
    spec: {
      completions: count,
      parallelism: count,
      completionMode: 'Indexed',
      backoffLimitPerIndex: 0,
      maxFailedIndexes: count,
      template: {
        metadata: { labels: { app: 'touchstone' } },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          containers: [
            {
              name: 'k6',
              image: k6Image(),
              command: ['sh', '-c', command],
              env: environment,
              volumeMounts: [{ name: 'scripts', mountPath: '/test', readOnly: true }],
            },
          ],
          volumes: [{ name: 'scripts', configMap: { name: named.name } }],
        },
      },
    },
  }
}
