/** The `image` key of the target file: how a container image is brought up with --image. */
import * as z from 'zod'

const text = z.string().min(1)
const port = z.int().min(1).max(65_535)
const variables = z.record(text, z.string())
const command = z.array(text).min(1)

const expression = text.refine(
  (source) => {
    try {
      return Boolean(new RegExp(source))
    } catch {
      return false
    }
  },
  { error: 'it is no regular expression' },
)

const wait = z.strictObject({
  path: text.optional().describe('A path that answers with less than 400; else anything that settings.health answers'),
  port: port.optional().describe('The port in the container that is asked, where it is not the one that is judged'),
  log: expression
    .optional()
    .describe('A regular expression that a line of its log comes to match; nothing is asked then'),
  seconds: z.number().positive().optional().describe('How long it may take, 60 by default'),
})

export const imageSettings = z.strictObject({
  port: port.optional().describe('On which it listens in the container; else the one port that the image exposes'),
  path: text.optional().describe('Where the API is: a prefix of every request'),
  env: variables.optional().describe('Environment variables; --env goes before them'),
  command: command.optional().describe("Instead of the image's own command"),
  wait: wait.optional().describe('When it is ready'),
  token: z
    .strictObject({
      log: expression
        .optional()
        .describe('A regular expression; its first group, or all that it matches in a line of the log, is the token'),
      command: command.optional().describe('A command that is run in the container and prints the token'),
    })
    .refine((source) => (source.log === undefined) !== (source.command === undefined), {
      error: 'give one of log and command',
    })
    .optional()
    .describe('Where the access token comes from, where none is given'),
  companions: z
    .record(
      text.regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'a companion is reached by its name: letters, digits, . _ and - only'),
      z.strictObject({
        image: text.describe('As docker run takes it'),
        env: variables.optional().describe('Environment variables'),
        command: command.optional().describe("Instead of the image's own command"),
        wait: z
          .strictObject({ log: wait.shape.log, seconds: wait.shape.seconds })
          .optional()
          .describe('When it is ready; else when its health check says so, or when it runs'),
      }),
    )
    .optional()
    .describe('What it does not live without, a database or a cache, by the name under which it finds it'),
  network: text.optional().describe('A network that is there already; else one is made for the companions'),
})
export type ImageSettings = Readonly<z.infer<typeof imageSettings>>
