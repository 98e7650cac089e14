import { expect, test } from 'vitest'

import { isDayForgotten, markOf } from './contract-mark.ts'

const answer = (schema: object, description: string) => ({
  paths: { '/api/jobs': { get: { description, responses: { 200: { schema } } } } },
})
const job = { required: ['name'], properties: { description: { type: 'string' } } }
const known = { ...markOf(answer(job, 'Jobs')), day: '2026-01-02' }

test('a change of the calls needs a new day of the contract', () => {
  const grown = markOf(answer({ ...job, required: ['name', 'description'] }, 'Jobs'))
  const lost = markOf(answer({ ...job, properties: {} }, 'Jobs'))

  for (const { calls } of [grown, lost]) {
    expect(isDayForgotten(known, { day: '2026-01-02', calls }, '2026-01-05')).toBe(true)
    expect(isDayForgotten(known, { day: '2026-01-05', calls }, '2026-01-05')).toBe(false)
    // East of Greenwich the day is later already; it does not go back.
    expect(isDayForgotten(known, { day: '2026-01-06', calls }, '2026-01-05')).toBe(false)
    expect(isDayForgotten(known, { day: '2026-01-01', calls }, '2026-01-01')).toBe(true)
  }
})

test('without a change, and with other words for readers, the day stays', () => {
  const reworded = { ...markOf(answer(job, 'All jobs')), day: '2026-01-02' }

  expect(isDayForgotten(known, known, '2026-01-05')).toBe(false)
  expect(isDayForgotten(known, reworded, '2026-01-05')).toBe(false)
})
