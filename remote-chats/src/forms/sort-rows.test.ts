import { jobFieldSchema } from '@errand/contract/job-field'
import { expect, test } from 'vitest'

import { aResponse } from '../testing/forms.ts'
import { fromSort, sortRows, toSort } from './answers-table.tsx'

const fields = [
  jobFieldSchema.parse({ key: 'seats', label: 'Seats', type: 'integer', order: 0, required: true }),
  jobFieldSchema.parse({ key: 'city', label: 'City', type: 'text', order: 1, required: false }),
]
const rows = [
  aResponse({ values: { seats: 10, city: 'Pune' } }),
  aResponse({ values: { seats: 9, city: 'élan' } }),
  aResponse({ values: { city: 'Agra' } }),
]
const sorted = (by: string, key: string) =>
  sortRows(rows, toSort(by), { fields, locale: 'en' }).map(({ values }) => values[key])

test('numbers are ordered as numbers and words as words, and what is missing comes last', () => {
  expect(sorted('seats', 'seats')).toEqual([9, 10, undefined])
  expect(sorted('-seats', 'seats')).toEqual([10, 9, undefined])
  expect(sorted('city', 'city')).toEqual(['Agra', 'élan', 'Pune'])
})

test('an order is read from an address as it was written', () => {
  for (const text of ['seats', '-seats', '-updatedAt']) expect(fromSort(toSort(text))).toBe(text)
})
