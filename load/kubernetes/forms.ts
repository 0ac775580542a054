/** What `--emit` writes. */
export const emitForms = ['k6-operator', 'kubernetes-job'] as const
export type EmitForm = (typeof emitForms)[number]
