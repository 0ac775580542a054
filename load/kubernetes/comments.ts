/** What whoever applies the manifests has to know, as comments before them. Each command is to be run as it stands. */
import type { Emitted } from './forms.ts'
import { SECRET } from './runners.ts'

export function comments(name: string, selector: string, { form, parallelism, collectorImage }: Emitted): string {
  const verdict = `${name}-verdict`
  const kind = form === 'k6-operator' ? 'testrun' : 'job'
  const created = [`${kind}/${name}`, `configmap/${name}`]
  const collected = ['job', 'serviceaccount', 'role', 'rolebinding'].map((one) => `${one}/${verdict}`)
  const lines = [
    `${parallelism} pods share this load${form === 'k6-operator' ? '; the k6-operator has to be there' : ''}. The page docs/load-kubernetes.md goes through it.`,
    '',
    '1. The token is in none of these manifests. Make the Secret, in the same namespace:',
    `     kubectl create secret generic ${SECRET} --from-literal=token="$TOUCHSTONE_TOKEN"`,
    '   or, where the target needs further headers, with them as one JSON object:',
    `     kubectl create secret generic ${SECRET} --from-literal=token="$TOUCHSTONE_TOKEN" --from-literal=headers='{"X-Tenant":"acme"}'`,
    '2. Start it:  kubectl apply -f THIS_FILE',
    ...(collectorImage === null
      ? [
          '3. When the pods have ended, what they printed is one report, with an exit code:',
          `     kubectl logs -l ${selector} --tail=-1 --prefix=false --max-log-requests=${parallelism} > load.log`,
          '     touchstone merge --logs load.log --out touchstone-report',
        ]
      : [
          '3. The verdict, as soon as the pods have ended; the Job fails where the load does:',
          `     kubectl wait --for=condition=Ready pod -l job-name=${verdict} --timeout=120s && kubectl logs -f job/${verdict}`,
        ]),
    '4. What they left on the target, if anything, is deleted with:',
    ...(collectorImage === null
      ? []
      : [
          `     kubectl logs -l ${selector} --tail=-1 --prefix=false --max-log-requests=${parallelism} > load.log`,
          '     touchstone merge --logs load.log --out touchstone-report',
        ]),
    '     touchstone cleanup --journal touchstone-report/journal.jsonl --base-url URL --token "$TOUCHSTONE_TOKEN"',
    '5. What stands in the cluster goes with:',
    `     kubectl delete ${[...created, ...(collectorImage === null ? [] : collected)].join(' ')} secret/${SECRET}`,
  ]
  return lines.map((line) => (line === '' ? '#\n' : `# ${line}\n`)).join('')
}
