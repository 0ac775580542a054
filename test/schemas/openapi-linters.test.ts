/** The OpenAPI document under the recommended rules of two linters that many use. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApi } from '../../schemas/derive/openapi.ts'

const shown = JSON.stringify(openApi(), null, 2)
/** The same with a mistake that both must see: an operation that nobody names. */
const unnamed = shown.replace(/"operationId": "user\.all",/, '')

async function redocly(source: string) {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`)
}

async function stoplight(source: string) {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules: {} } as spectral.RulesetDefinition)
  const problems = await linter.run(source)
  return problems.map(({ code, message, path }) => `${code} ${path.join('/')}: ${message}`)
}

test.each([
  ['Redocly', redocly, 'operation-operationId'],
  ['Spectral', stoplight, 'operation-operationId'],
])('passes the recommended rules of %s, which sees a mistake', async (_, lint, rule) => {
  expect(await lint(shown)).toEqual([])
  expect((await lint(unnamed)).join('\n')).toContain(rule)
})
