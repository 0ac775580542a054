import { Command } from 'commander'

export function openapiCommand(): Command {
  return new Command('openapi')
    .description('print the API as an OpenAPI 3.1 document')
    .option('--target <file>', "put this target file's address, identifiers and samples into the examples")
    .action(async (flags: { target?: string }) => {
      const { openApi } = await import('../../schemas/derive/openapi.ts')
      const { readTargetFile } = await import('../options/target-file.ts')
      const { baseUrl, identifiers, expendable, sample } =
        flags.target === undefined ? {} : readTargetFile(flags.target, process.env)
      const known = {
        ...(baseUrl === undefined ? {} : { baseUrl }),
        ...(identifiers && { identifiers }),
        ...(expendable && { expendable }),
        ...(sample && { sample }),
      }
      process.stdout.write(`${JSON.stringify(openApi(known), null, 2)}\n`)
    })
}
