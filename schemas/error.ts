import * as z from 'zod'

/** The error object. Loose: the specification does not say that nothing else may stand in it. */
export const errorObject = z.looseObject({
  message: z.string().describe('Text for a human'),
  code: z.string().describe('The error code; its values are not shown'),
  issues: z
    .array(z.looseObject({ message: z.string() }))
    .optional()
    .describe('May list validation problems'),
})
