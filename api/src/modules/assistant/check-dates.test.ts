import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { checkSaid, reads } from '../../../test/checked-turn.ts'
import { nothingOf, testField } from '../../../test/turns.ts'
import type { Turn } from '../ai/turn.ts'
import type { CollectedAnswers } from '../answers/collected.ts'

const { hours: usual } = defaultPreferences.business
/** Open from nine to six on all days but Sunday and Christmas; it is Saturday, half past five. */
const open = {
  hours: { ...usual, enabled: true, closedDates: [{ from: '2026-12-25', to: '2026-12-25' }] },
}
const check = (said: string, turn: Partial<Turn>, before: CollectedAnswers, business = open) =>
  checkSaid(said, turn, { before, business })

const booking = (type: 'datetime' | 'date', validation = {}) =>
  nothingOf([testField('when', type, { question: 'When?', validation })])

test.each([
  ['yesterday at five', '2026-11-20T17:00', 'datetime', 'already past'],
  ['today at nine', '2026-11-21T09:00', 'datetime', 'already past'],
  ['last week', '2026-11-14', 'date', 'already past'],
  ['tomorrow', '2026-11-22', 'date', 'again on Mon, 23 Nov 2026, 09:00 to 18:00'],
  ['on Christmas', '2026-12-25', 'date', 'again on Sat, 26 Dec 2026, 09:00 to 18:00'],
  ['sunday at ten', '2026-11-22T10:00', 'datetime', 'again on Mon, 23 Nov 2026, 09:00 to 18:00'],
  ['monday at eight in the evening', '2026-11-23T20:00', 'datetime', 'open from 09:00 to 18:00'],
] as const)(
  '%s the business is closed: asks again, with its opening hours',
  (said, when, type, why) => {
    const answer = { ...reads('when', when, said), reply: 'You are booked!' }
    const { after, replies } = check(said, answer, booking(type))

    expect(after.values).toEqual({})
    expect(replies.join()).toMatch(new RegExp(`${why}[^]*When\\?$`))
  },
)

test('takes a past birthday, and any future day for a business that never closes', () => {
  const past = reads('when', '1990-05-01', '1 May 1990')
  const birthday = booking('date', { dates: 'any' })
  const unset = nothingOf([testField('when', 'date', { label: 'Date of birth' })])
  for (const form of [birthday, unset])
    expect(check('1 May 1990', past, form).after.values).toEqual({ when: '1990-05-01' })
  const sunday = reads('when', '2026-11-22', 'sunday')
  const any = { when: '2026-11-22' }
  expect(checkSaid('sunday', sunday, { before: booking('date') }).after.values).toEqual(any)
  const upcoming = booking('date', { dates: 'upcoming' })
  expect(check('sunday', sunday, upcoming).after.values).toEqual(any)
})

const apart = nothingOf([testField('day', 'date'), testField('time', 'time')])
const dayAndTime = (words: string, day: string, time: string) => ({
  fields: { day, time },
  evidence: { day: words, time },
})

test('keeps the day when only its time is refused', () => {
  const { after, problems } = check('mon 20:00', dayAndTime('mon', '2026-11-23', '20:00'), apart)
  expect(after.values).toEqual({ day: '2026-11-23' })
  expect(problems).toMatchObject([{ code: 'closed_time' }])
})

test('moves a day together with its time, whatever was agreed before', () => {
  // On Saturdays they close earlier.
  const days = usual.days.map((day, weekday) => (weekday === 6 ? { ...day, to: '14:00' } : day))
  const shorter = { hours: { ...open.hours, days } }
  const first = dayAndTime('mon', '2026-11-23', '17:00')
  const { after } = check('mon 17:00', first, apart, shorter)
  const moved = dayAndTime('sat', '2026-11-28', '11:00')
  expect(check('better sat 11:00', moved, after, shorter)).toMatchObject({
    problems: [],
    after: { values: { day: '2026-11-28', time: '11:00' } },
  })
})

test('asks again for a time in the break of a day, with the hours around it', () => {
  const pause = { from: '13:00', to: '16:00' }
  const days = open.hours.days.map((day) => ({ ...day, pause }))
  const ask = (when: string) => {
    const turn = reads('when', when, 'monday')
    return check('monday', turn, booking('datetime'), { hours: { ...open.hours, days } })
  }
  for (const clock of ['13:00', '15:59']) {
    const { after, replies } = ask(`2026-11-23T${clock}`)
    expect(after.values).toEqual({})
    expect(replies.join()).toContain('open from 09:00 to 13:00 and 16:00 to 18:00.')
  }
  for (const clock of ['12:59', '16:00'])
    expect(Object.keys(ask(`2026-11-23T${clock}`).after.values)).toEqual(['when'])
})
