import { isChoice, jobFieldSchema, jobFieldTypes, type JobField } from '@errand/contract/job-field'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { limitsOf } from './field-limits.ts'
import { toField, toFieldValues } from './field-values.ts'

const text = (maxLength: number) =>
  fc.string({ minLength: 1, maxLength }).filter((one) => one.trim() === one)
const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,39}$/)
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const limits = {
  min: fc.integer(),
  max: fc.integer(),
  minLength: fc.nat(),
  maxLength: fc.nat(),
  pattern: text(200),
  patternMessage: text(200),
  dates: fc.constantFrom('upcoming', 'any'),
  minDate: day,
  maxDate: day,
  currency: fc.constantFrom('INR', 'USD', 'KWD'),
  mimeTypes: fc.array(text(100), { minLength: 1, maxLength: 20 }),
  maxBytes: fc.integer({ min: 1, max: 2 ** 40 }),
}

/** An arbitrary field of a type, with only the properties that the type can have. */
function fieldOf(type: JobField['type']): fc.Arbitrary<JobField> {
  const names = limitsOf[type].map((name) => (name === 'maxMegabytes' ? 'maxBytes' : name))
  const validation = fc
    .record(Object.fromEntries(names.map((name) => [name, limits[name]])), { requiredKeys: [] })
    .map((some) => (Object.keys(some).length === 0 ? undefined : some))
  const option = fc.record(
    {
      value: text(60),
      label: text(60),
      synonyms: fc.array(text(60), { minLength: 1, maxLength: 20 }),
    },
    { requiredKeys: ['value', 'label'] },
  )
  const required = {
    key,
    label: text(60),
    type: fc.constant(type),
    required: fc.boolean(),
    sensitive: fc.boolean(),
    order: fc.nat(29),
    ...(isChoice(type) && { options: fc.array(option, { minLength: 2, maxLength: 30 }) }),
  }
  return fc
    .record(
      {
        ...required,
        id: text(40),
        question: text(300),
        help: text(200),
        example: text(200),
        validation,
        condition: fc.oneof(
          fc.record({ fieldKey: key, op: fc.constant('answered' as const) }),
          fc.record({ fieldKey: key, op: fc.constantFrom('eq', 'ne'), value: text(60) }),
          fc.record({
            fieldKey: key,
            op: fc.constant('in' as const),
            value: fc.array(text(60), { minLength: 1 }),
          }),
        ),
      },
      { requiredKeys: Object.keys(required) as ['key'] },
    )
    .map((field) => jobFieldSchema.parse(field))
}

test.each(jobFieldTypes)('a field of type %s passes through the form unchanged', (type) => {
  fc.assert(
    fc.property(fieldOf(type), (field) => {
      expect(toField(toFieldValues(field), field.order, [])).toEqual(field)
    }),
    { numRuns: 50 },
  )
})
