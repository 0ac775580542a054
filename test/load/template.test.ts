import { expect, test } from 'vitest'
import { templateOf } from '../../load/scripts/template.ts'

const filled = (text: string): string => {
  const template = templateOf(text)
  return typeof template === 'string' ? template : template('n-', '$&"')
}

test('a text has the name and the identifier of a journey wherever it asks for them, and is otherwise as it is', () => {
  expect(templateOf('/settings.health')).toBe('/settings.health')
  expect(filled('/application.one?applicationId={id}')).toBe('/application.one?applicationId=$&"')
  expect(filled('{id} and {id}')).toBe('$&" and $&"')
  expect(filled('{"name":"{name}1","appName":"{name}2"}')).toBe('{"name":"n-1","appName":"n-2"}')
  expect(filled('{name}{id}{name}')).toBe('n-$&"n-')
})
