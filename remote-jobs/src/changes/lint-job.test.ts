import { expect, test } from 'vitest'

import { noLimits } from '../job-draft/field-limits.ts'
import { type FieldValues, emptyField } from '../job-draft/field-values.ts'
import { lintFields } from './lint-job.ts'

const field = (key: string, part: Partial<FieldValues> = {}): FieldValues => ({
  ...emptyField,
  key,
  label: `The ${key}`,
  ...part,
})
const found = (fields: FieldValues[]) =>
  lintFields(fields).map(({ kind, index, text }) => [kind, index, text])

test('a key that another field has already stands against publishing', () => {
  expect(found([field('day'), field('time'), field('day')])).toEqual([
    ['problem', 2, 'duplicateKey'],
  ])
})

test('more required fields than people answer are advised against', () => {
  const many = Array.from({ length: 9 }, (_none, at) => field(`f_${at}`))
  expect(lintFields(many)).toEqual([
    { kind: 'advice', text: 'tooManyRequired', values: { count: 9 } },
  ])
  expect(found(many.with(0, field('f_0', { required: false })))).toEqual([])
})

test('limits count while their type shows them', () => {
  const limits = { ...noLimits, min: '5', max: '2' }
  expect(found([field('age', { type: 'integer', limits })])).toEqual([['problem', 0, 'outOfOrder']])
  expect(found([field('age', { type: 'text', limits })])).toEqual([])
})

test('a condition on what is no option of a choice never holds', () => {
  const option = { value: 'cut', label: 'Haircut', synonyms: [], isValueFromLabel: false }
  const service = field('service', {
    type: 'select',
    options: [option, { ...option, value: 'dye', label: 'Dye' }],
  })
  const on = (values: string[]) =>
    found([
      service,
      field('note', { condition: { fieldKey: 'service', op: 'in', value: '', values } }),
    ])
  expect(on(['Haircut'])).toEqual([['problem', 1, 'valueMissing']])
  expect(on(['cut'])).toEqual([])
})
