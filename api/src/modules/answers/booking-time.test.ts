import { hasBookingDay, hasBookingTime, type JobFieldType } from '@errand/contract/job-field'
import { expect, test } from 'vitest'

import { asking, openShop } from '../../../test/assistant-api.ts'
import { readChat, receive } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { testField } from '../../../test/turns.ts'
import { bookingEndOf, bookingTimeOf } from './booking-time.ts'

const api = useTestApi()

const fieldsOf = (...types: (readonly [string, JobFieldType, object?])[]) =>
  types.map(([key, type, more = {}], order) => ({ ...testField(key, type, more), order }))
const born = { label: 'Date of birth' }
const dayAndTime = fieldsOf(['name', 'text'], ['at', 'time'], ['day', 'date'])

test.each([
  ['a day alone is for the whole day', dayAndTime, { day: '2026-11-22' }, ['2026-11-22', null]],
  [
    'a time completes the day, wherever it is asked',
    dayAndTime,
    { day: '2026-11-22', at: '17:00' },
    ['2026-11-22', '17:00'],
  ],
  ['a time alone is no booking', dayAndTime, { at: '17:00' }, [null, null]],
  [
    'a moment has the clock that it was written with',
    fieldsOf(['when', 'datetime']),
    { when: '2026-11-22T23:30:00+05:30' },
    ['2026-11-22', '23:30'],
  ],
  [
    'the first day that is answered counts',
    fieldsOf(['first', 'date'], ['second', 'date']),
    { first: '2026-11-22', second: '2026-11-25' },
    ['2026-11-22', null],
  ],
  [
    'a date of birth is no booking',
    fieldsOf(['born', 'date', { label: 'Date of birth' }], ['day', 'date']),
    { born: '1990-05-01', day: '2026-11-22' },
    ['2026-11-22', null],
  ],
  [
    'a field whose condition does not hold counts for nothing',
    fieldsOf(
      ['visit', 'boolean'],
      ['day', 'date', { condition: { fieldKey: 'visit', op: 'eq', value: true } }],
    ),
    { visit: false, day: '2026-11-22' },
    [null, null],
  ],
  ['no day is no booking', fieldsOf(['day', 'date']), { day: '2026-02-30' }, [null, null]],
  ['no text is no booking', fieldsOf(['day', 'date']), { day: 20_261_122 }, [null, null]],
] as const)('%s', (_, fields, values, [day, time]) => {
  expect(bookingTimeOf(fields, values)).toEqual({ day, time, lastDay: day })
  expect(bookingEndOf(fields, values)).toBeUndefined()
})

const stay = fieldsOf(['arrival', 'date'], ['departure', 'date'])
const labelled = (type: JobFieldType, ...labels: string[]) =>
  fieldsOf(...labels.map((label, at) => [`f${at}`, type, { label }] as const))
const evening = fieldsOf(['day', 'date'], ['from', 'time'], ['until', 'time'])

test.each([
  ['a stay', stay, ['2026-12-30', '2027-01-02'], ['2027-01-02']],
  [
    'a stay in German',
    labelled('date', 'Anreisedatum', 'Abreisedatum'),
    ['2026-12-04', '2026-12-07'],
    ['2026-12-07'],
  ],
  ['in Hindi', labelled('date', 'कब से', 'कब तक'), ['2026-12-04', '2026-12-07'], ['2026-12-07']],
  ['in Arabic', labelled('date', 'من', 'إلى'), ['2026-12-04', '2026-12-07'], ['2026-12-07']],
  ['from and to', labelled('date', 'From', 'To'), ['2026-12-04', '2026-12-07'], ['2026-12-07']],
  [
    'a car',
    labelled('datetime', 'Pick-up', 'Return'),
    ['2026-12-04T10:00:00+05:30', '2026-12-06T18:00:00+05:30'],
    ['2026-12-06', '18:00'],
  ],
  ['a hall', evening, ['2026-12-04', '10:00', '14:00'], ['2026-12-04', '14:00']],
  [
    'a stay with the hour of its end',
    fieldsOf(['arrival', 'date'], ['check_out', 'date'], ['check_out_time', 'time']),
    ['2026-12-04', '2026-12-07', '11:00'],
    ['2026-12-07', '11:00'],
  ],
  [
    'a moment and an hour',
    fieldsOf(['start', 'datetime'], ['until', 'time']),
    ['2026-12-04T10:00:00+05:30', '14:00'],
    ['2026-12-04', '14:00'],
  ],
  ['until after midnight', evening, ['2026-12-04', '21:00', '01:00'], ['2026-12-05', '01:00']],
] as const)('answers say when a booking ends: %s', (_, fields, answers, [endDay, endTime]) => {
  const values = Object.fromEntries(fields.map(({ key }, at) => [key, answers[at]]))
  expect(bookingEndOf(fields, values)).toEqual({ endDay, ...(endTime && { endTime }) })
  expect(bookingTimeOf(fields, values).lastDay).toBe(endDay)
})

test.each([
  ['before its beginning', stay, ['2026-12-07', '2026-12-04']],
  ['on its first day', stay, ['2026-12-07', '2026-12-07']],
  ['years later', stay, ['2026-12-07', '2062-12-09']],
  ['a passport', labelled('date', 'Day', 'Passport valid until'), ['2026-12-07', '2027-03-09']],
  ['a second choice', labelled('date', 'Best day', 'Another day'), ['2026-12-07', '2026-12-09']],
  ['an end without a beginning', evening, ['2026-12-07', undefined, '14:00']],
] as const)('what is no end of a booking: %s', (_, fields, answers) => {
  const values = Object.fromEntries(
    fields.flatMap(({ key }, at) => (answers[at] === undefined ? [] : [[key, answers[at]]])),
  )
  expect(bookingEndOf(fields, values)).toBeUndefined()
})

test('an evening until midnight is over on its day', () => {
  const values = { day: '2026-12-04', from: '19:00', until: '00:00' }
  expect(bookingEndOf(evening, values)).toEqual({ endDay: '2026-12-05', endTime: '00:00' })
  expect(bookingTimeOf(evening, values).lastDay).toBe('2026-12-04')
})

test.each([
  ['a day', [['day', 'date']], true, false],
  ['a day and a time', dayAndTime.map(({ key, type }) => [key, type] as const), true, true],
  ['a moment', [['when', 'datetime']], true, true],
  ['a time alone', [['at', 'time']], false, false],
  [
    'a date of birth and a time',
    [
      ['born', 'date', born],
      ['at', 'time'],
    ],
    false,
    false,
  ],
  ['any date', [['day', 'date', { validation: { dates: 'any' } }]], false, false],
  [
    'a date of birth and a moment',
    [
      ['born', 'date', born],
      ['when', 'datetime'],
    ],
    true,
    true,
  ],
] as const)('whether fields make a booking, and one with a time: %s', (_, fields, day, time) => {
  const asked = fieldsOf(...fields)
  expect([hasBookingDay(asked), hasBookingTime(asked)]).toEqual([day, time])
})

test('answers say when they are for, as they change', async () => {
  const { owner } = await openShop(api, {
    job: asking(['day', 'date'], ['at', 'time'], ['people', 'integer']),
  })
  const { session } = await receive(owner)
  const put = async (formData: object) => {
    const path = `/api/chats/sessions/${session.id}/form-data`
    const { status, body } = await owner.call('PUT', path, { body: { formData } })
    expect(status).toBe(200)
    return body.formData.booking
  }

  expect(await put({ people: 2 })).toBeUndefined()
  expect(await put({ day: '2027-01-15' })).toEqual({ day: '2027-01-15' })
  expect(await put({ at: '5 pm' })).toEqual({ day: '2027-01-15', time: '17:00' })
  expect((await readChat(owner, session.id)).session.formData.booking).toEqual({
    day: '2027-01-15',
    time: '17:00',
  })
  expect(await put({ day: null })).toBeUndefined()
})
