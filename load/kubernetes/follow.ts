/** Follows the logs of a load's pods, from inside the cluster, until all of them have ended. */
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, fetch, type Response } from 'undici'
import * as z from 'zod'
import { NoVerdict, UsageError } from '../../fixtures/errors.ts'

/** How a pod speaks to the cluster that it runs in. */
export interface Cluster {
  readonly url: string
  readonly namespace: string
  readonly token: string
  /** The authority that signed the cluster's certificate, in PEM; null: the usual ones. */
  readonly ca: string | null
}

export interface Followed {
  /** Selects the pods. */
  readonly selector: string
  readonly parts: number
  /** Where the logs go. */
  readonly folder: string
  /** How long to wait for the pods to be there, in milliseconds. */
  readonly patienceMs: number
}

const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
const OFTEN_MS = 1000

/** @throws UsageError outside of a cluster */
export function ownCluster(env: Readonly<Record<string, string | undefined>>): Cluster {
  const [host, port] = [env['KUBERNETES_SERVICE_HOST'], env['KUBERNETES_SERVICE_PORT'] ?? '443']
  if (host === undefined || !existsSync(join(MOUNT, 'token')))
    throw new UsageError('--pods works in a pod of the cluster; elsewhere give what kubectl logs shows to --logs')
  const read = (name: string) => readFileSync(join(MOUNT, name), 'utf8').trim()
  const address = host.includes(':') ? `[${host}]` : host
  return { url: `https://${address}:${port}`, namespace: read('namespace'), token: read('token'), ca: read('ca.crt') }
}

const podList = z.object({
  items: z.array(z.object({ metadata: z.object({ name: z.string() }), status: z.object({ phase: z.string() }) })),
})
interface Pod {
  readonly name: string
  readonly phase: string
}

const hasStarted = ({ phase }: Pod) => phase !== 'Pending' && phase !== 'Unknown'
const hasEnded = ({ phase }: Pod) => phase === 'Succeeded' || phase === 'Failed'

/**
 * @returns the files of the logs, one a pod
 * @throws NoVerdict where the pods do not come, or the cluster refuses
 */
export async function followPods(
  cluster: Cluster,
  { selector, parts, folder, patienceMs }: Followed,
  say: (line: string) => void,
): Promise<readonly string[]> {
  const agent = new Agent({ bodyTimeout: 0, ...(cluster.ca === null ? {} : { connect: { ca: cluster.ca } }) })
  const ask = async (path: string): Promise<Response> => {
    const url = `${cluster.url}/api/v1/namespaces/${cluster.namespace}/${path}`
    const response = await fetch(url, { dispatcher: agent, headers: { authorization: `Bearer ${cluster.token}` } })
    if (response.ok) return response
    throw new NoVerdict(
      `the cluster answered ${response.status} to ${path.split('?', 1)[0]}: ${(await response.text()).slice(0, 200)}; ` +
        `its service account needs get and list on pods and pods/log`,
    )
  }
  const pods = async (): Promise<readonly Pod[]> => {
    const list = podList.parse(await (await ask(`pods?labelSelector=${encodeURIComponent(selector)}`)).json())
    return list.items.map(({ metadata, status }) => ({ name: metadata.name, phase: status.phase }))
  }
  const follow = async (pod: string): Promise<string> => {
    const file = join(folder, `${pod}.log`)
    for (;;) {
      const { body } = await ask(`pods/${pod}/log?container=k6&follow=true`)
      // What is followed once more begins anew: lines that are there already count once.
      if (body) await pipeline(Readable.fromWeb(body), createWriteStream(file, { flags: 'a' })).catch(() => undefined)
      const now = (await pods()).find(({ name }) => name === pod)
      if (!now || hasEnded(now)) return file
      await pause(OFTEN_MS)
    }
  }
  mkdirSync(folder, { recursive: true })
  try {
    const until = Date.now() + patienceMs
    let there: readonly Pod[] = []
    while ((there = (await pods()).filter(hasStarted)).length < parts) {
      if (Date.now() > until)
        throw new NoVerdict(
          `${there.length} of ${parts} pods of ${selector} have started within ${Math.round(patienceMs / 1000)} s; kubectl describe shows why`,
        )
      await pause(OFTEN_MS)
    }
    say(`following ${there.map(({ name }) => name).join(', ')}`)
    return await Promise.all(there.map(({ name }) => follow(name)))
  } finally {
    await agent.close()
  }
}
