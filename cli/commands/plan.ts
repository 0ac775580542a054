import { Command } from 'commander'
import type { PlannedOperation } from '../../suites/run/outcome.ts'
import { columns } from '../terminal/columns.ts'
import { widthOf } from '../../fixtures/http/address.ts'
import { addRunOptions, type RunFlags } from '../options/flags.ts'
import { addImageOptions } from '../options/image.ts'
import { resolveRun } from '../options/options.ts'
import { withTargetHere } from '../options/target-here.ts'

interface PlanFlags extends RunFlags {
  readonly json?: boolean
}

/** The sums of a plan by effect; what is sent for no operation in particular (in brackets) counts as requests alone. */
function byEffect(plan: readonly PlannedOperation[]) {
  const sums = new Map<string, { operations: number; requests: number }>()
  for (const { operation, effect, requests } of plan) {
    const sum = sums.get(effect) ?? { operations: 0, requests: 0 }
    sums.set(effect, {
      operations: sum.operations + (operation.startsWith('(') ? 0 : 1),
      requests: sum.requests + requests,
    })
  }
  return [...sums].map(([effect, sum]) => ({ effect, ...sum }))
}

async function plan(flags: PlanFlags): Promise<void> {
  const { planned } = await import('../../suites/run/plan.ts')
  const { options, close } = await resolveRun(withTargetHere(flags), process.env, 'touchstone-report')
  const operations = planned(options)
  await close()
  const effects = byEffect(operations)
  const total = effects.reduce((sum, { requests }) => sum + requests, 0)
  if (flags.json) {
    process.stdout.write(`${JSON.stringify({ requests: total, effects, operations }, null, 2)}\n`)
    return
  }
  const target =
    options.image !== undefined
      ? `the image ${options.image}`
      : options.embedded
        ? 'the embedded reference server'
        : options.target.baseUrl
  const rows = [
    ['operation', 'effect', 'requests', 'checks'],
    ...operations.map((o) => [o.operation, o.effect, String(o.requests), String(o.checks.length)]),
  ]
  const sums = [
    ['effect', 'operations', 'requests'],
    ...effects.map((e) => [e.effect, String(e.operations), String(e.requests)]),
    ['all', String(effects.reduce((sum, { operations: some }) => sum + some, 0)), String(total)],
  ]
  process.stdout.write(
    `${columns(rows, [2, 3])}\n\n${columns(sums, [1, 2])}\n\n` +
      `A run would send at most ${total} requests to ${target} when nothing fails; nothing was sent.\n` +
      `Bursts have up to ${widthOf(options)} requests under way at once; limits.concurrency in the target file lowers that.\n`,
  )
}

export function planCommand(): Command {
  return addImageOptions(
    addRunOptions(new Command('plan').description('show what run would send with these options; sends nothing')),
  )
    .option('--json', 'print it as JSON')
    .action(plan)
}
