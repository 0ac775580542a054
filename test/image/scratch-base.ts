/**
 * A base image made of nothing but the Node that runs this test and the libraries that it loads: where no image can be pulled,
 * images are built on it all the same.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getContainerRuntimeClient, ImageName } from 'testcontainers'
import { built } from '../../fixtures/image/engine.ts'
import { emptyFolder } from '../folder.ts'

const NAME = `touchstone-test-base:node-${process.versions.node}`

/** Each library that a program loads, as the loader finds them; none where it brings its own. */
export function librariesOf(file: string): readonly string[] {
  try {
    const listed = execFileSync('ldd', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return [...listed.matchAll(/(\/\S+) \(0x/g)].flatMap(([, path]) => path ?? [])
  } catch {
    return []
  }
}

/** Builds it where it is not there yet; its name. */
export async function scratchBase(): Promise<string> {
  const { container, image } = await getContainerRuntimeClient()
  if (await image.exists(ImageName.fromString(NAME))) return NAME
  const folder = emptyFolder()
  try {
    for (const path of librariesOf(process.execPath)) {
      mkdirSync(join(folder, 'root', dirname(path)), { recursive: true })
      copyFileSync(path, join(folder, 'root', path))
    }
    mkdirSync(join(folder, 'root/usr/local/bin'), { recursive: true })
    mkdirSync(join(folder, 'root/tmp'), { recursive: true })
    copyFileSync(process.execPath, join(folder, 'root/usr/local/bin/node'))
    chmodSync(join(folder, 'root/tmp'), 0o1777)
    writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY root /\nENV PATH=/usr/local/bin\n')
    const stream = await container.dockerode.buildImage({ context: folder, src: ['Dockerfile', 'root'] }, { t: NAME })
    await built(container.dockerode, stream)
    return NAME
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
