/** The engine for the tests that need one, and what stands on it. */
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished, type TestContext } from 'vitest'
import { built, findEngine, LABEL, type Engine } from '../../fixtures/image/engine.ts'
import { referenceImage } from '../../fixtures/image/reference-image.ts'
import { touchstone, type Ended } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { required } from '../require.ts'
import { scratchBase } from './scratch-base.ts'

const engine: Engine | null = await findEngine().catch(() => null)

export const hasEngine = engine !== null

/** Skips a test where no engine answers; where one is required, it fails for want of it. */
export function needsEngine({ skip }: TestContext): void {
  if (required('docker')) must(engine)
  skip(engine === null, 'no container engine answers; start Docker to run it')
}

/** The engine's own objects that bear a run's id, and the volumes of its containers. */
export interface Standing {
  readonly containers: readonly string[]
  readonly networks: readonly string[]
  readonly volumes: readonly string[]
}

function must(found: Engine | null): Engine {
  if (!found) throw new Error('no container engine answers, and TOUCHSTONE_REQUIRE names docker')
  return found
}
export const docker = () => must(engine).container.dockerode

/** What stands of a run just now. */
export async function standing(run: string): Promise<Standing> {
  const filters = { label: [`${LABEL}=${run}`] }
  const containers = await docker().listContainers({ all: true, filters })
  const networks = await docker().listNetworks({ filters })
  return {
    containers: containers.map(({ Id }) => Id),
    networks: networks.map(({ Name }) => Name),
    volumes: containers.flatMap(({ Mounts }) => Mounts.flatMap(({ Name }) => Name ?? [])),
  }
}

/** Those of the volumes that are still there. */
export async function remaining(volumes: readonly string[]): Promise<readonly string[]> {
  const { Volumes } = await docker().listVolumes()
  return Volumes.map(({ Name }) => Name).filter((name) => volumes.includes(name))
}

/** The container of a run that is judged. */
export async function targetOf(run: string) {
  const filters = { label: [`${LABEL}=${run}`], name: [`touchstone-${run}-target`] }
  const [found] = await docker().listContainers({ all: true, filters })
  if (!found) throw new Error(`run ${run} has no container`)
  return docker().getContainer(found.Id)
}

/** The run's id, as its second line says it. */
export const runOf = (printed: string): string => /^run ([a-z0-9]{8}),/m.exec(printed)?.[1] ?? ''

export async function until<T>(ask: () => T | Promise<T>, seconds = 270): Promise<NonNullable<T>> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(50)) {
    const response = await ask()
    if (response) return response
  }
  throw new Error(`not so within ${seconds} s`)
}

type Watching = (child: ChildProcess, printed: () => string) => void

/** touchstone where images are brought up; the reaper is off where the caller does not say otherwise. */
export async function withImage(
  args: readonly string[],
  started?: Watching,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { TOUCHSTONE_BASE_IMAGE: await scratchBase(), TESTCONTAINERS_RYUK_DISABLED: 'true', ...more }
  return touchstone(args, { env, ...(started ? { started } : {}) })
}

/** `touchstone run` with an image; nothing is fuzzed unless it is asked for: that hangs on no image. */
export const runImage = (
  args: readonly string[],
  out: string,
  started?: Watching,
  more?: Readonly<Record<string, string>>,
): Promise<Ended> =>
  withImage(['run', '--out', out, ...(args.includes('--fuzz') ? [] : ['--fuzz', '0']), ...args], started, more)

/** An image of its own for one test, built on this one. */
export async function imageOf(base: string, lines: readonly string[]): Promise<string> {
  const name = `touchstone-test:${Math.random().toString(36).slice(2)}`
  const context = emptyFolder()
  writeFileSync(join(context, 'Dockerfile'), [`FROM ${base}`, ...lines, ''].join('\n'))
  await built(docker(), await docker().buildImage({ context, src: ['Dockerfile'] }, { t: name }))
  onTestFinished(() => docker().getImage(name).remove({ force: true }))
  return name
}

/** Our own image under the name that it is built by, as a vendor's would be given. */
export const ownImage = async () => referenceImage(must(engine), await scratchBase())
