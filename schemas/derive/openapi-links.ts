/** From a create to what uses the identifier that it answers, so that a stateful tool finds the way. */
import { identifierField, isCreate, isRecordKind, operations, type Operation } from '../registry.ts'
import { exampleBody, type Known } from './openapi-examples.ts'

/** Kinds that a mount can belong to: those with an appName of their own on the host, which `serviceId` names. */
const serves = (kind: string) => !['registry', 'port', 'mount'].includes(kind)

const listed = ({ query, body }: Operation) => [...query, ...(body?.fields ?? [])].map(({ name }) => name)

/** The field by which an operation points at a record of the created kind; undefined where it does not. */
function pointer(operation: Operation, create: Operation): string | undefined {
  const { kind } = create.act
  if (operation === create || !isRecordKind(kind)) return undefined
  return listed(operation).find((name) => name === identifierField[kind] || (name === 'serviceId' && serves(kind)))
}

/** The links of a create's success response, by the operation that they lead to; none for any other operation. */
export function linksOf(create: Operation, known: Known = {}): Readonly<Record<string, object>> {
  const { kind } = create.act
  if (!isCreate(create) || !isRecordKind(kind)) return {}
  const id = `$response.body#/${identifierField[kind]}`
  return Object.fromEntries(
    operations.flatMap((operation) => {
      const field = pointer(operation, create)
      if (field === undefined) return []
      const found = {
        [field]: id,
        // A service's appName is its create's; of an application, whose create takes none, its response's.
        ...(operation.act.kind === kind && listed(operation).includes('appName')
          ? { appName: listed(create).includes('appName') ? '$request.body#/appName' : '$response.body#/appName' }
          : {}),
      }
      const link = operation.body
        ? { requestBody: { ...exampleBody(operation, known), ...found } }
        : { parameters: found }
      return [[operation.id, { operationId: operation.id, ...link }] as const]
    }),
  )
}
