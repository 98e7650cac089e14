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

test.each([
  [{}],
  [{ answerOnly: false, fields: [field('when')] }],
  [{ fields: [field('kind', { type: 'select', options })] }],
  [{ fields: [field('a'), field('b', { condition: { fieldKey: 'a', op: 'answered' } })] }],
  [{ fields: [field('a', { validation: { pattern: '^\\d{6}$', min: 1, max: 1 } })] }],
  [{ trigger: { type: 'keyword', keywords: ['book'] } }],
])('%j can be published', (more) => {
  expect(lint(more)).toEqual([])
})

const needs = (fieldKey: string, more: object = { op: 'answered' }) => ({
  condition: { fieldKey, ...more },
})

test.each([
  [{ name: '  ' }, '#/name required'],
  [{ instructions: '\n' }, '#/instructions required'],
  [{ answerOnly: false }, '#/fields min_items'],
  [{ trigger: { type: 'keyword', keywords: [' '] } }, '#/trigger/keywords required'],
  [{ trigger: { type: 'link' } }, '#/trigger/code required'],
  [{ fields: [field('a'), field('b'), field('a')] }, '#/fields/2/key duplicate'],
  [{ fields: [field('a', needs('b'))] }, '#/fields/0/condition/fieldKey unknown_field'],
  [{ fields: [field('a', needs('a'))] }, '#/fields/0/condition/fieldKey circular'],
  [
    { fields: [field('a'), field('b', needs('a', { op: 'eq' }))] },
    '#/fields/1/condition/value required',
  ],
  [
    { fields: [field('a'), field('b', needs('a', { op: 'in', value: 'x' }))] },
    '#/fields/1/condition/value wrong_type',
  ],
  [{ fields: [field('a', { type: 'select' })] }, '#/fields/0/options min_items'],
  [
    {
      fields: [
        field('a', { type: 'select', options: [...options, { value: 'x', label: 'TRIM ' }] }),
      ],
    },
    '#/fields/0/options/2 duplicate',
  ],
  [
    // One word for whoever answers, as wide as its letters are.
    {
      fields: [
        field('a', { type: 'select', options: [...options, { value: 'x', label: 'Ｔｒｉｍ' }] }),
      ],
    },
    '#/fields/0/options/2 duplicate',
  ],
  [
    { fields: [field('a', { validation: { min: 2, max: 1 } })] },
    '#/fields/0/validation/max out_of_order',
  ],
  [
    { fields: [field('a', { validation: { minLength: 2, maxLength: 1 } })] },
    '#/fields/0/validation/maxLength out_of_order',
  ],
  [
    { fields: [field('a', { validation: { minDate: '2026-02-01', maxDate: '2026-01-01' } })] },
    '#/fields/0/validation/maxDate out_of_order',
  ],
  [
    { fields: [field('a', { validation: { pattern: '(' } })] },
    '#/fields/0/validation/pattern invalid_pattern',
  ],
  [
    { fields: [field('a', { validation: { pattern: '(?=a)' } })] },
    '#/fields/0/validation/pattern invalid_pattern',
  ],
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
