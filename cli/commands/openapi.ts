import { Command } from 'commander'

export function openapiCommand(): Command {
  return new Command('openapi').description('print the API as an OpenAPI 3.1 document').action(async () => {
    const { openApi } = await import('../../schemas/derive/openapi.ts')
    process.stdout.write(`${JSON.stringify(openApi(), null, 2)}\n`)
  })
}
