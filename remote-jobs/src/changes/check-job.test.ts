import { expect, test } from 'vitest'

import { noLimits } from '../job-draft/field-limits.ts'
import { type FieldValues, emptyField } from '../job-draft/field-values.ts'
import { checkFields } from './check-job.ts'

const field = (key: string, part: Partial<FieldValues> = {}): FieldValues => ({
  ...emptyField,
  key,
  label: key,
  ...part,
})
const many = Array.from({ length: 9 }, (_none, at) => field(`f_${at}`))
const limits = { ...noLimits, min: '5', max: '2' }
const option = { value: 'cut', label: 'Haircut', synonyms: [], isValueFromLabel: false }
const options = [option, { ...option, value: 'dye', label: 'Dye' }]
const onService = (value: string) => [
  field('service', { type: 'select', options }),
  field('note', { condition: { fieldKey: 'service', op: 'in', value: '', values: [value] } }),
]
const onAnswer = (fieldKey: string): Partial<FieldValues> => ({
  condition: { fieldKey, op: 'answered', value: '', values: [] },
})

const saying = (text: RegExp): unknown => expect.stringMatching(text)
const cases: [fields: FieldValues[], ...found: unknown[][]][] = [
  [
    [field('day'), field('day')],
    ['problem', 1, saying(/another field has the key “day”/)],
  ],
  [many, ['advice', undefined, saying(/^9 answers are required/)]],
  [many.with(0, field('f_0', { required: false }))],
  [[field('age', { type: 'integer', limits })], ['problem', 0, saying(/maximum must not be/)]],
  // Limits of another type are neither shown nor sent.
  [[field('age', { type: 'text', limits })]],
  [onService('Haircut'), ['problem', 1, saying(/choose a value/)]],
  [onService('cut')],
  // A circular condition is not fixed by another order.
  [
    [field('a', onAnswer('b')), field('b', onAnswer('a'))],
    ['problem', 0, saying(/^a waits for its own answer/)],
    ['problem', 1, saying(/^b waits for its own answer/)],
  ],
  // Options are compared as the assistant reads a contact's answer.
  [
    [
      field('service', {
        type: 'select',
        options: [option, { ...option, value: 'ＣＵＴ', label: 'Dye' }],
      }),
    ],
    ['problem', 0, saying(/“cut” is used for two options/)],
  ],
]

test.each(cases)('only real problems and advice are found (%#)', (fields, ...found) => {
  expect(checkFields(fields).map(({ kind, index, text }) => [kind, index, text])).toEqual(found)
})
