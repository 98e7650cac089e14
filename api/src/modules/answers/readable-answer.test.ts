import type { JobField } from '@errand/contract/job-field'
import { expect, test } from 'vitest'

import { readableCell, readableText, displayFormatOf } from './readable-answer.ts'

const options = [
  { value: 'option_1', label: 'Haircut' },
  { value: 'option_4', label: 'Beard trim' },
]
const owner = { name: '', description: '', hours: [] }
const reading = (locale: string) => displayFormatOf({ ...owner, locale })

const cells: [JobField['type'], unknown, string | number][] = [
  ['select', 'option_4', 'Beard trim'],
  ['multi_select', ['option_4', 'option_1', 'gone'], 'Beard trim; Haircut; gone'],
  ['boolean', true, 'Yes'],
  ['currency', -15_000, -15_000],
  ['datetime', '2026-11-22T20:30:00+02:00', '2026-11-22 20:30'],
  ['phone', '+819012345678', '+81 90 1234 5678'],
  ['text', '+16025550123 is mine', '+16025550123 is mine'],
  ['location', { latitude: -33.9, longitude: 151.2, name: 'Shop' }, 'Shop, -33.9, 151.2'],
  ['file', { id: 'fil_1', mimeType: 'image/png', bytes: 9 }, 'image/png'],
  ['file', { id: 'fil_1', mimeType: 'image/png', bytes: 9, fileName: 'a.png' }, 'a.png'],
]

test.each(cells)('in a table a %s is readable: %j', (type, value, expected) => {
  const field = { type, ...(type.includes('select') && { options }) }
  expect(readableCell(value, field, reading('en-IN'))).toBe(expected)
})

test('a text has numbers, amounts, yes and no in the owner’s language', () => {
  const price = { type: 'currency', validation: { currency: 'EUR' } } as const
  expect(readableText(15_000.5, price, reading('de-DE'))).toBe('15.000,50\u00A0€')
  expect(readableText(150_000, { type: 'number' }, reading('en-IN'))).toBe('1,50,000')
  expect(readableText(true, { type: 'boolean' }, reading('hi-IN'))).toBe('हाँ')
  expect(readableText(true, { type: 'boolean' }, reading('es-ES'))).toBe('Sí')
})
