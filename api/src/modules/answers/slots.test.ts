import { expect, test } from 'vitest'

import { isFull } from './slots.ts'

const at = (time: string, day = '2027-01-15') => ({ day, time })
const hourly = (capacity: number, ...taken: ReturnType<typeof at>[]) => ({
  minutes: 60,
  capacity,
  taken,
})

test.each([
  ['nothing is booked', hourly(1), false],
  ['the same time', hourly(1, at('17:00')), true],
  ['it begins during another', hourly(1, at('16:30')), true],
  ['another begins during it', hourly(1, at('17:59')), true],
  ['one ends as it begins, one begins as it ends', hourly(1, at('16:00'), at('18:00')), false],
  ['another day', hourly(1, at('17:00', '2027-01-16')), false],
  ['one of two places', hourly(2, at('17:00')), false],
  ['both places', hourly(2, at('17:00'), at('17:30')), true],
  ['two that do not meet each other', hourly(2, at('16:30'), at('17:30')), false],
  ['three of which two meet', hourly(2, at('16:15'), at('16:45'), at('17:30')), true],
])('17:00 beside what is taken: %s', (_, slots, expected) => {
  expect(isFull(slots, at('17:00'))).toBe(expected)
})

test('a booking before midnight lasts into the next day', () => {
  const slots = hourly(1, at('23:30', '2027-01-14'))
  expect(isFull(slots, at('00:15'))).toBe(true)
  expect(isFull(slots, at('00:30'))).toBe(false)
})
