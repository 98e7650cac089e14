import { expect, test } from 'vitest'

import { nothingOf, testField } from '../../../test/turns.ts'
import { mergeAnswers } from './merge-answers.ts'
import { answerLocaleOf } from './reading.ts'
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

const evening = [
  ['day', 'date'],
  ['from', 'time'],
  ['until', 'time'],
] as const
const fields = evening.map(([key, type], order) => ({ ...testField(key, type), order }))
const place = answerLocaleOf({ timeZone: 'Asia/Kolkata', locale: 'en-IN' })
const news = { source: 'contact', at: new Date('2026-12-01T09:00:00Z'), place } as const
const booked = mergeAnswers(nothingOf(fields), {
  ...news,
  answers: { day: '2027-01-15', from: '10:00', until: '11:00' },
}).collected

test('a booking with an end stays as it was where the time of its move is taken', () => {
  const slots = hourly(1, at('15:00'))
  const moved = mergeAnswers(booked, { ...news, slots, answers: { from: '15:00', until: '16:00' } })
  expect(moved.problems).toMatchObject([{ code: 'slot_taken' }])
  expect(moved.collected.values).toEqual(booked.values)
})

test('an end that a new beginning leaves behind is asked for again', () => {
  const stay = [testField('arrival', 'date'), testField('departure', 'date')]
  const ordered = stay.map((field, order) => ({ ...field, order }))
  const nights = { arrival: '2027-01-15', departure: '2027-01-18' }
  const before = mergeAnswers(nothingOf(ordered), { ...news, answers: nights }).collected
  const later = mergeAnswers(before, { ...news, answers: { arrival: '2027-01-20' } })
  expect(later.collected.values).toEqual({ arrival: '2027-01-20' })
  const sooner = mergeAnswers(before, { ...news, answers: { arrival: '2027-01-16' } })
  expect(sooner.collected.values).toEqual({ ...nights, arrival: '2027-01-16' })
})

test('a booking before midnight lasts into the next day', () => {
  const slots = hourly(1, at('23:30', '2027-01-14'))
  expect(isFull(slots, at('00:15'))).toBe(true)
  expect(isFull(slots, at('00:30'))).toBe(false)
})
