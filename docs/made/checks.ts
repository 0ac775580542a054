/** The page of all checks and clauses. */
import { faults } from '../../fixtures/reference/faults/index.ts'
import { loadChecks } from '../../load/checks.ts'
import { clauses } from '../../schemas/clauses.ts'
import { glob } from '../../schemas/pattern.ts'
import { operations } from '../../schemas/registry.ts'
import { verdictOf } from '../../suites/claim/finding.ts'
import { clauseOf } from '../../suites/checks/check.ts'
import { checks, clausesOf } from '../../suites/run/checks.ts'
import { code, prose, table } from './markdown.ts'

type Check = (typeof checks)[number] | (typeof loadChecks)[number]
const all: readonly Check[] = [...checks, ...loadChecks]

/** What each family of checks is about. */
const families: Readonly<Record<string, string>> = {
  exists: 'Operations exist',
  errors: 'Errors have the stated shape',
  media: 'Responses are JSON',
  auth: 'Only the valid token is accepted',
  params: 'Parameters and bodies',
  records: 'Records are created, shown, listed and deleted',
  values: 'Values are shown as they were sent',
  census: 'Nothing else changes',
  status: 'The status of a resource',
  burst: 'Many requests at once',
  settings: 'Settings of the host',
  people: 'Users, invitations and permissions',
  engine: 'Containers',
  cluster: 'Nodes',
  version: 'The version of the service',
  facts: 'Facts about the host',
  openapi: "The API's own description",
  fuzz: 'Random payloads, sequences and races',
  load: 'Under load',
}

const familyOf = ({ id }: Check) => id.slice(0, id.indexOf('/'))

const links = (ids: readonly string[]) => {
  const shown = ids.length > 3 ? ids.slice(0, 2) : ids
  const rest = ids.length - shown.length
  return `${shown.map(code).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function checkBlock(check: Check): string {
  const enrolled = operations.filter((operation) => check.on(operation))
  const on = enrolled.length === 1 ? code(enrolled[0]?.id ?? '') : `${enrolled.length} operations`
  const kills = faults.filter(({ id }) => check.kills.some((pattern) => glob(pattern)(id))).length
  return [
    `### ${check.id}`,
    `**${prose(check.claim)}.** A breach is \`${verdictOf(check.claim)}\`.`,
    [
      `- Sends: ${prose(check.sends)}`,
      `- Expects: ${prose(check.expects)}`,
      `- Rests on: ${links(clausesOf(check))}`,
      `- Judges: ${on}`,
      `- Finds: ${kills} seeded ${kills === 1 ? 'fault' : 'faults'}`,
    ].join('\n'),
  ].join('\n\n')
}

function judgesOf(id: string): readonly string[] {
  const judges = (check: Check) =>
    operations.some((operation) => check.on(operation) && clauseOf(check, operation) === id)
  return all.filter(judges).map((check) => check.id)
}

/** A clause that nothing judges says why. */
function judged(clause: (typeof clauses)[number]): string {
  const ids = judgesOf(clause.id)
  return ids.length > 0 ? links(ids) : prose(clause.why ?? (clause.asserted ? 'no check' : 'never asserted'))
}

const clauseTable = (some: typeof clauses) =>
  table(
    ['clause', 'what the specification says', 'judged by'],
    some.map((clause) => [code(clause.id), prose(clause.says), judged(clause)]),
  )

/** By the first part of their ids: those that every operation has come last. */
function clauseSections(): readonly string[] {
  const sections: readonly (readonly [title: string, belongs: (id: string) => boolean])[] = [
    ['Rules and records', (id) => !/^(OP|PARAM|NS)-/.test(id)],
    ['What the specification leaves open', (id) => id.startsWith('NS-')],
    ['Operations', (id) => id.startsWith('OP-')],
    ['Parameters and fields', (id) => id.startsWith('PARAM-')],
  ]
  return sections.flatMap(([title, belongs]) => [`### ${title}`, clauseTable(clauses.filter(({ id }) => belongs(id)))])
}

export function checksPage(): string {
  const byFamily = Map.groupBy(all, familyOf)
  return `${[
    '# Checks and clauses',
    'This page is made from the code by `npm run docs:write`. `touchstone explain ID` shows the same for one check or clause.',
    `A check judges one claim on the operations that it names: ${all.length} checks in all. A claim that begins with MUST rests on words of the ` +
      'specification, SHOULD on a reasonable reading, MAY on neither. A clause is one thing that the specification says. Ids never change.',
    ...[...byFamily].flatMap(([name, some]) => [`## ${families[name] ?? name}`, ...some.map(checkBlock)]),
    '## Clauses',
    ...clauseSections(),
  ].join('\n\n')}\n`
}
