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
  path: text.optional().describe('A path that answers below 400; by default any response of settings.health'),
  port: port.optional().describe('The port in the container to ask, if it differs from the judged one'),
  log: expression.optional().describe('A regular expression for a line of its log; nothing is asked then'),
  seconds: z.number().positive().optional().describe('How long it may take, 60 by default'),
})

export const imageSettings = z.strictObject({
  port: port
    .optional()
    .describe('The port of the API in the container; by default the one port that the image exposes'),
  path: text.optional().describe('Where the API is: a prefix of every request'),
  env: variables.optional().describe('Environment variables, which --env overrides'),
  command: command.optional().describe("Instead of the image's own command"),
  wait: wait.optional().describe('When it is ready'),
  token: z
    .strictObject({
      log: expression
        .optional()
        .describe('A regular expression for a line of the log; its first group, or the whole match, is the token'),
      command: command.optional().describe('A command that prints the token in the container'),
    })
    .refine((source) => (source.log === undefined) !== (source.command === undefined), {
      error: 'give one of log and command',
    })
    .optional()
    .describe('Where the access token comes from, if you give none'),
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
          .describe('When it is ready; by default when its health check says so, or when it runs'),
      }),
    )
    .optional()
    .describe('Other containers that it needs, such as a database, by the names under which it finds them'),
  network: text.optional().describe('An existing network; by default Touchstone creates one for the companions'),
})
export type ImageSettings = Readonly<z.infer<typeof imageSettings>>
