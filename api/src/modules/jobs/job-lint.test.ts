import { createJobSchema, type CreateJobInput } from '@errand/contract/jobs'
import { expect, test } from 'vitest'

import { lintJob } from './job-lint.ts'

const field = (key: string, more: object = {}) => ({
  key,
  label: key,
  order: 0,
  type: 'text' as const,
  required: true,
  ...more,
})
const options = [
  { value: 'cut', label: 'Haircut', synonyms: ['trim'] },
  { value: 'color', label: 'Colour' },
]
const good: CreateJobInput = { name: 'Salon', instructions: 'Take bookings.', answerOnly: true }

function lint(more: object): string[] {
  const { status: _status, ...draft } = createJobSchema.parse({ ...good, fields: [] })
  return lintJob({ ...draft, ...more }).map(({ pointer, code }) => `${pointer} ${code}`)
}

const needs = (fieldKey: string, more: object = { op: 'answered' }) => ({
  condition: { fieldKey, ...more },
})
const a = (more: object) => ({ fields: [field('a', more)] })
const limits = (validation: object) => a({ validation })
const choice = (...labels: string[]) =>
  a({ type: 'select', options: [...options, ...labels.map((label) => ({ value: 'x', label }))] })
const onChoice = (op: string, value: unknown) => ({
  fields: [field('a', { type: 'select', options }), field('b', needs('a', { op, value }))],
})

test.each([
  {},
  { answerOnly: false, fields: [field('when')] },
  choice(),
  { fields: [field('a'), field('b', needs('a'))] },
  onChoice('in', ['cut', 'gone']),
  limits({ pattern: '^\\d{6}$', min: 1, max: 1 }),
  { trigger: { type: 'keyword', keywords: ['book'] } },
])('%j can be published', (more) => {
  expect(lint(more)).toEqual([])
})

test.each([
  [{ name: '  ' }, '#/name required'],
  [{ instructions: '\n' }, '#/instructions required'],
  [{ answerOnly: false }, '#/fields min_items'],
  [{ trigger: { type: 'keyword', keywords: [' '] } }, '#/trigger/keywords required'],
  [{ trigger: { type: 'link' } }, '#/trigger/code required'],
  [{ fields: [field('a'), field('b'), field('a')] }, '#/fields/2/key duplicate'],
  [a(needs('b')), '#/fields/0/condition/fieldKey unknown_field'],
  [a(needs('a')), '#/fields/0/condition/fieldKey circular'],
  [
    { fields: [field('b'), field('a', needs('b', { op: 'eq' }))] },
    '#/fields/1/condition/value required',
  ],
  [
    { fields: [field('b'), field('a', needs('b', { op: 'in', value: 'x' }))] },
    '#/fields/1/condition/value wrong_type',
  ],
  // What the form refuses is refused of a call, too.
  [onChoice('in', []), '#/fields/1/condition/value required'],
  [onChoice('eq', 'Haircut'), '#/fields/1/condition/value required'],
  [a({ type: 'select' }), '#/fields/0/options min_items'],
  [choice('TRIM '), '#/fields/0/options/2 duplicate'],
  // One word for whoever answers, as wide as its letters are.
  [choice('Ｔｒｉｍ'), '#/fields/0/options/2 duplicate'],
  [limits({ min: 2, max: 1 }), '#/fields/0/validation/max out_of_order'],
  [limits({ minLength: 2, maxLength: 1 }), '#/fields/0/validation/maxLength out_of_order'],
  [
    limits({ minDate: '2026-02-01', maxDate: '2026-01-01' }),
    '#/fields/0/validation/maxDate out_of_order',
  ],
  [limits({ pattern: '(' }), '#/fields/0/validation/pattern invalid_pattern'],
  [limits({ pattern: '(?=a)' }), '#/fields/0/validation/pattern invalid_pattern'],
])('%j cannot', (more, expected) => {
  expect(lint(more)).toEqual([expected])
})

test('fields that wait for each other are all named, one behind the circle is not', () => {
  const fields = [field('a', needs('b')), field('b', needs('c')), field('c', needs('a'))]

  expect(lint({ fields: [...fields, field('d', needs('a'))] })).toEqual([
    '#/fields/0/condition/fieldKey circular',
    '#/fields/1/condition/fieldKey circular',
    '#/fields/2/condition/fieldKey circular',
  ])
})
