import { describe, expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { Aftermath } from '../../../suites/scene/aftermath.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

const one = operation('application.one')
const update = operation('application.update')
const deploy = operation('application.deploy')

/** A lane that reads the application `a1` and is shown one status after another. */
function lane() {
  const goingOn = { seen: false, watched: {} }
  const aftermath = new Aftermath(goingOn)
  const read = (applicationStatus: string, writes = aftermath.writes) => {
    const exchange = exchangeOf(responseOf({ body: { applicationId: 'a1', applicationStatus } }))
    aftermath.read(one, { applicationId: 'a1' }, exchange, writes)
  }
  return { goingOn, aftermath, read }
}

describe('the aftermath of a deploy', () => {
  it('is seen when a status moves though nothing was written since', () => {
    const { goingOn, aftermath, read } = lane()
    aftermath.wrote(deploy)
    read('deploying')
    expect(goingOn.seen).toBe(false)
    read('running')
    expect(goingOn.seen).toBe(true)
  })

  it('is not seen in what a write between the reads may have moved', () => {
    const { goingOn, aftermath, read } = lane()
    aftermath.wrote(deploy)
    read('running')
    aftermath.wrote(update)
    read('idle')
    expect(goingOn.seen).toBe(false)
  })

  it('is not seen in a read that was under way when a write was taken', () => {
    const { goingOn, aftermath, read } = lane()
    aftermath.wrote(deploy)
    const before = aftermath.writes
    aftermath.wrote(deploy)
    read('idle', before)
    read('running')
    expect(goingOn.seen).toBe(false)
  })

  it('is looked for only once something was deployed or started', () => {
    const { goingOn, aftermath, read } = lane()
    aftermath.wrote(update)
    read('idle')
    read('running')
    expect(goingOn.seen).toBe(false)
  })
})
