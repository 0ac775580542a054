/** The image of k6 where it can't be pulled: the k6 of this machine, under the name that it would be pulled by. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { built } from '../../fixtures/image/engine.ts'
import { k6Image } from '../../load/k6/find.ts'
import { emptyFolder } from '../folder.ts'
import { docker } from './engine.ts'
import { librariesOf } from './scratch-base.ts'

/** Builds it where there is none; what takes it away again. */
export async function provideK6Image(k6: string): Promise<() => Promise<void>> {
  const name = k6Image()
  const there = await docker()
    .getImage(name)
    .inspect()
    .then(
      () => true,
      () => false,
    )
  if (there) return () => Promise.resolve()
  const context = emptyFolder()
  try {
    for (const [from, to] of [[k6, '/usr/bin/k6'], ...librariesOf(k6).map((path) => [path, path])] as const) {
      mkdirSync(join(context, 'root', dirname(to ?? '')), { recursive: true })
      copyFileSync(from ?? '', join(context, 'root', to ?? ''))
    }
    writeFileSync(join(context, 'Dockerfile'), 'FROM scratch\nCOPY root /\nENTRYPOINT ["/usr/bin/k6"]\n')
    await built(docker(), await docker().buildImage({ context, src: ['Dockerfile', 'root'] }, { t: name }))
    return () => docker().getImage(name).remove({ force: true })
  } finally {
    rmSync(context, { recursive: true, force: true })
  }
}
