/** What the OpenAPI document shows as examples: one valid request of each operation. */
import type { FieldType } from '../operation.ts'
import type { Operation } from '../registry.ts'

/** What is known of the server that the document is for. */
export interface Known {
  /** Its address; a loopback one where it is left out. */
  readonly baseUrl?: string
  /** What its requests may point at, by the name of the field. */
  readonly identifiers?: Readonly<Record<string, string>>
  /** What may be changed or removed: what operations that are no reads point at instead. */
  readonly expendable?: Readonly<Record<string, string>>
  /** Further fields that it takes, by operation. */
  readonly sample?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const proxyConfig = 'http:\n  middlewares:\n    example:\n      headers: {}\n'

/** Texts that have a form; every other is the field's own name. */
const texts: Readonly<Record<string, string>> = {
  appName: 'example',
  buildContextPath: '/app',
  env: 'EXAMPLE=1',
  host: 'service.example.com',
  mountPath: '/data',
  name: 'example',
  path: '/etc/proxy/proxy.yml',
  proxyConfig,
  registryName: 'example',
  // Loopback: a server that tries the registry out must reach nobody.
  registryUrl: '127.0.0.1:5000',
}

function value(operation: Operation, name: string, type: FieldType, { identifiers, expendable }: Known): unknown {
  const known = (operation.effect === 'read' ? undefined : expendable?.[name]) ?? identifiers?.[name]
  switch (type) {
    case 'boolean':
      return true
    case 'string[]':
      return []
    case 'email':
      return 'someone@example.com'
    case 'integer':
      return 8080
    case 'string':
      return known ?? texts[name] ?? (name.endsWith('Id') ? `an-unknown-${name}` : name)
  }
}

/** The template is the one thing that the specification names by `id`. */
const renamed = ({ act }: Operation, name: string) => (name === 'id' && act.aspect === 'template' ? 'templateId' : name)

/** A valid body; undefined for 'no body'. */
export function exampleBody(operation: Operation, known: Known = {}): Readonly<Record<string, unknown>> | undefined {
  const own = operation.body?.fields.map(
    ({ name, type, shown }) => [name, shown ?? value(operation, renamed(operation, name), type, known)] as const,
  )
  return own && { ...Object.fromEntries(own), ...known.sample?.[operation.id] }
}

/** A valid value of a query parameter; undefined for one that is optional and of which nothing is known. */
export function exampleParameter(operation: Operation, name: string, known: Known = {}): unknown {
  const given = known.sample?.[operation.id]?.[name]
  const required = operation.query.some((one) => one.name === name && one.required)
  return (
    given ?? (required || known.identifiers?.[name] !== undefined ? value(operation, name, 'string', known) : undefined)
  )
}
