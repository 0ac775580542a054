import { readdirSync, readFileSync } from 'node:fs'
// ajv's formats are CommonJS: to TypeScript the plugin is the default's default.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { generatedFiles } from '../../schemas/derive/files.ts'
import { operation, operations, type Operation, type OperationId } from '../../schemas/registry.ts'
import { validInput } from './examples.ts'

const folder = new URL('../../schemas/', import.meta.url)
const files = generatedFiles()

const ajv = new Ajv2020({ allErrors: true, strict: true })
formats.default(ajv)
for (const text of files.values()) {
  const document: object = JSON.parse(text)
  ajv.addSchema(document)
}

function validator(ref: string): ValidateFunction {
  const found = ajv.getSchema(`urn:touchstone:schema:${ref}`)
  if (!found) throw new Error(`no schema ${ref}`)
  return found
}

const inputOf = ({ group, name }: Operation) => validator(`${group}#/$defs/${name}`)

function takes(id: OperationId, input: unknown): boolean {
  return inputOf(operation(id))(input) === true
}

describe('the generated files', () => {
  it('are one for each group, the error, the target and the report', () => {
    const committed = readdirSync(new URL('json/', folder)).map((name) => `json/${name}`)
    expect([...committed, 'target.schema.json', 'report.schema.json'].toSorted()).toEqual([...files.keys()].toSorted())
    expect(files.size).toBe(19)
  })

  it.each([...files])('%s is current (else: node schemas/derive/write.ts)', (path, text) => {
    expect(readFileSync(new URL(path, folder), 'utf8')).toBe(text)
  })

  it.each([...files])('%s compiles and names no host', (_path, text) => {
    const { $id }: { $id: string } = JSON.parse(text)
    expect(ajv.getSchema($id)).toBeTypeOf('function')
    expect(text.replaceAll('https://json-schema.org/draft/2020-12/schema', '')).not.toMatch(/https?:/)
  })
})

describe('the JSON Schema of each operation', () => {
  it.each(operations)('$id takes a right input, and refuses each fault in it', (one) => {
    const validate = inputOf(one)
    const right = validInput(one)
    const takesNothing = one.method === 'POST' && one.body === null
    expect(validate(right)).toBe(!takesNothing)
    if (takesNothing) return

    expect(validate({ ...right, somethingElse: 1 })).toBe(true)
    expect(validate([])).toBe(false)
    for (const { name, required } of one.query) {
      const { [name]: _, ...without } = right
      expect(validate(without)).toBe(!required)
    }
    for (const { name } of one.body?.fields ?? []) {
      const { [name]: _, ...without } = right
      expect(validate(without)).toBe(false)
      expect(validate({ ...right, [name]: null })).toBe(false)
      expect(validate({ ...right, [name]: { a: 1 } })).toBe(false)
    }
  })

  it('judges integers, addresses and lists', () => {
    const port = (externalPort: unknown) => takes('sqla.saveExternalPort', { sqlaId: 'a', externalPort })
    expect([port(1), port(8080.5), port('1')]).toEqual([true, false, false])
    expect(takes('admin.createUserInvitation', { email: 'not an address' })).toBe(false)
    const permissions = validInput(operation('admin.assignPermissions'))
    expect(takes('admin.assignPermissions', { ...permissions, accesedProjects: [1] })).toBe(false)
  })

  it('takes other values than the one that is shown', () => {
    expect(takes('mounts.create', { type: 'volume', mountPath: '/a', serviceId: 'b' })).toBe(true)
  })
})

describe('the JSON Schema of the error', () => {
  it('takes an error, and refuses what is none', () => {
    const validate = validator('error')
    expect(validate({ message: 'a', code: 'b', issues: [{ message: 'c' }], more: 1 })).toBe(true)
    expect(validate({ message: 'a', code: 1 })).toBe(false)
    expect(validate({ message: 'a', code: 'b', issues: null })).toBe(false)
  })
})

describe('the JSON Schema of the target file', () => {
  it('takes a target, and refuses an unknown key', () => {
    const validate = validator('target')
    expect(validate({})).toBe(true)
    expect(validate({ baseUrl: '${BASE_URL}', identifiers: { projectId: 'a' }, allow: ['deploy'] })).toBe(true)
    expect(validate({ baseURL: 'a' })).toBe(false)
    expect(validate({ identifiers: { projectID: 'a' } })).toBe(false)
    expect(validate({ allow: ['everything'] })).toBe(false)
  })
})
