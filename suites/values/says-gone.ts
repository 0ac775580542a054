import { objectsIn } from '../../fixtures/payload/find.ts'

/** Whether a record says that it is deleted, or about to be: by a field of that name, or as its state. */
export const saysGone = (value: unknown) =>
  objectsIn(value).some((object) =>
    Object.entries(object).some(([name, flag]) =>
      /status|state|phase/i.test(name)
        ? typeof flag === 'string' && /^(?:delet|remov|archiv|trash|destroy|terminat)/i.test(flag)
        : /delet|remov|archiv|trash/i.test(name) && flag !== null && flag !== false && flag !== '',
    ),
  )
