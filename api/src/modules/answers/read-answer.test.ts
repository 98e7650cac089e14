import type { JobField, JobFieldType } from '@errand/contract/job-field'
import { jobFieldTypes } from '@errand/contract/job-field'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readAnswer } from './read-answer.ts'
import { answerLocaleOf } from './reading.ts'

const place = answerLocaleOf({ timeZone: 'Asia/Kolkata', locale: 'en-IN' })
const options = [
  { value: 'cut', label: 'Haircut', synonyms: ['trim', 'कटिंग'] },
  { value: 'color', label: 'Colour, full' },
  { value: 'CUT', label: 'Special' },
]
const file = { id: 'fil_1', mimeType: 'image/png', bytes: 10 }

function read(type: JobFieldType, raw: unknown, more: Partial<JobField> = {}): unknown {
  const field = {
    key: 'k',
    label: 'K',
    order: 0,
    required: true,
    sensitive: false,
    options,
    ...more,
  }
  const reading = readAnswer({ ...field, type }, raw, place)
  return 'value' in reading ? reading.value : `! ${reading.refused.code}`
}

test.each<[JobFieldType, unknown, unknown, JobField['validation']?]>([
  ['text', '  Neha ', 'Neha'],
  ['text', 7, '! wrong_type'],
  ['text', 'x'.repeat(1001), '! too_long'],
  ['text', '💇💇', '💇💇', { maxLength: 2 }],
  ['text', 'a', '! too_short', { minLength: 2 }],
  ['text', '411001', '411001', { pattern: '^\\d{6}$' }],
  ['text', '41100', '! pattern', { pattern: '^\\d{6}$' }],
  ['text', `${'a'.repeat(900)}!`, '! pattern', { pattern: '^(a+)+$' }],
  ['address', '12, MG Road\nPune', '12, MG Road\nPune'],
  ['number', '1,20,000.50', 120000.5],
  ['number', '-0', 0],
  ['number', '1,2,3', '! invalid_number'],
  ['number', 'a crowd', '! invalid_number'],
  ['number', Number.POSITIVE_INFINITY, '! invalid_number'],
  ['number', 0, '! too_small', { min: 1 }],
  ['number', 11, '! too_large', { max: 10 }],
  ['integer', '7.5', '! invalid_integer'],
  ['integer', '9007199254740993', '! invalid_integer'],
  ['currency', '₹ 1,200.50', 1200.5],
  ['currency', '-₹5', -5],
  ['currency', '1.234', '! too_precise'],
  ['currency', '1.5', '! too_precise', { currency: 'JPY' }],
  ['currency', '500 rupees', 500],
  ['currency', '₹1.1 Lakhs', 110_000],
  ['currency', 'US$ 5,000 USD', 5000, { currency: 'USD' }],
  ['currency', '$5', '! invalid_amount'],
  ['currency', '2 baskets', '! invalid_amount'],
  ['currency', 'about 500', 500],
  ['currency', '500-600', '! invalid_amount'],
  ['currency', '', '! invalid_amount'],
  ['currency', Number.NaN, '! invalid_amount'],
  ['boolean', true, true],
  ['boolean', 'Yes!', true],
  ['boolean', 'nahi', false],
  ['boolean', '👍🏾', true],
  ['boolean', '👍👎', '! invalid_boolean'],
  ['boolean', 'maybe', '! invalid_boolean'],
  ['date', '2026-11-22', '2026-11-22'],
  ['date', '22/11/2026', '2026-11-22'],
  ['date', '२२/११/२०२६', '2026-11-22'],
  ['date', '03/04/2026', '! invalid_date'],
  ['date', '2026-02-30', '! invalid_date'],
  ['date', '2026-11-22T20:00:00Z', '2026-11-23'],
  ['date', 'tomorrow', '! invalid_date'],
  ['date', '2026-01-01', '! too_early', { minDate: '2026-01-02' }],
  ['date', '2026-01-03', '! too_late', { maxDate: '2026-01-02' }],
  ['time', '17:30', '17:30'],
  ['time', '5 pm', '17:00'],
  ['time', '12:05 a.m.', '00:05'],
  ['time', '١٧:٣٠', '17:30'],
  ['time', '१७ बजे', '17:00'],
  ['time', '17.30 Uhr', '17:30'],
  ['time', '५ बजे', '! invalid_time'],
  ['time', '24:00', '! invalid_time'],
  ['datetime', '2026-11-22T17:00', '2026-11-22T17:00:00+05:30'],
  ['datetime', '2026-11-22T11:30:00Z', '2026-11-22T17:00:00+05:30'],
  ['datetime', '२८/११/२०२६ १७:३०', '2026-11-28T17:30:00+05:30'],
  ['datetime', '03/04/2026 17:30', '! invalid_datetime'],
  ['datetime', '2026-11-22', '! invalid_datetime'],
  // The day is the owner's.
  ['datetime', '2026-11-22T20:00:00Z', '! too_late', { maxDate: '2026-11-22' }],
  ['email', ' Asha@Shop.IN ', 'Asha@shop.in'],
  ['email', 'asha@', '! invalid_email'],
  ['phone', '98765 43210', '+919876543210'],
  ['phone', 9876543210, '+919876543210'],
  ['phone', '\u202A+91 98765 43210\u202C', '+919876543210'],
  ['phone', '+55 11 8765-4321', '+5511987654321'],
  ['phone', '+521 55 1234 5678', '+525512345678'],
  ['phone', '+54 9 11 2345-6789', '+5491123456789'],
  ['phone', '+55 11 3333-4444', '+551133334444'],
  ['phone', '९८७६५ ४३२१०', '+919876543210'],
  ['phone', '98765 00001 ext 12', '+919876500001 ext. 12'],
  ['phone', '98765 00001, Durchwahl 12', '+919876500001 ext. 12'],
  ['phone', 'tel:+919876500001;ext=12', '+919876500001 ext. 12'],
  ['phone', '98765 00001 or 98765 00002', '! invalid_phone'],
  ['phone', '12345', '! invalid_phone'],
  ['url', 'shop.in/menu', 'https://shop.in/menu'],
  ['url', 'javascript:alert(1)', '! invalid_url'],
  ['url', 'shop.example:8443/menu', 'https://shop.example:8443/menu'],
  ['url', 'shop.in?table=4', 'https://shop.in/?table=4'],
  ['url', 'münchen.example', 'https://xn--mnchen-3ya.example/'],
  ['url', '1.5', '! invalid_url'],
  ['url', '12.5kg', '! invalid_url'],
  ['url', 'asha@shop.in', '! invalid_url'],
  ['url', 'shop.in:99999', '! invalid_url'],
  ['url', 'localhost', '! invalid_url'],
  ['select', 'HAIRCUT', 'cut'],
  ['select', 'कटिंग', 'cut'],
  ['select', 'CUT', 'CUT'],
  ['select', 'shave', '! not_an_option'],
  ['multi_select', ['special', 'trim', 'cut'], ['cut', 'CUT']],
  ['multi_select', 'trim and special', ['cut', 'CUT']],
  ['multi_select', 'colour, full', ['color']],
  ['multi_select', ['cut', 'shave'], '! not_an_option'],
  ['location', { latitude: 18.5, longitude: 73.8 }, { latitude: 18.5, longitude: 73.8 }],
  ['location', '18.5, 73.8', { latitude: 18.5, longitude: 73.8 }],
  ['location', '-0, 5', { latitude: 0, longitude: 5 }],
  ['location', '98.5, 73.8', '! invalid_location'],
  ['file', file, file, { mimeTypes: ['image/*'], maxBytes: 10 }],
  ['file', file, '! wrong_file_type', { mimeTypes: ['application/pdf'] }],
  ['file', file, '! too_large', { maxBytes: 9 }],
  ['file', 'photo', '! invalid_file'],
  ['rating', '4', 4],
  ['rating', '4/5', 4],
  ['rating', '⭐️⭐️⭐️', 3],
  ['rating', '6', '! too_large'],
  ['rating', 0, '! too_small'],
  ['rating', '3.5', '! invalid_rating'],
])('%s: %j is read as %j', (type, raw, expected, validation) => {
  expect(read(type, raw, validation === undefined ? {} : { validation })).toEqual(expected)
})

test('a time that a change of the clock leaves out or doubles is one moment', () => {
  const field: JobField = {
    key: 'k',
    label: 'K',
    type: 'datetime',
    order: 0,
    required: true,
    sensitive: false,
  }
  const berlin = answerLocaleOf({ timeZone: 'Europe/Berlin', locale: 'de-DE' })
  const at = (raw: string) => readAnswer(field, raw, berlin)

  expect(at('2026-03-29T02:30')).toEqual({ value: '2026-03-29T03:30:00+02:00' })
  expect(at('2026-10-25T02:30')).toEqual({ value: '2026-10-25T02:30:00+02:00' })
})

/** What people write, and what a hostile client does. */
const written = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[-+₹$ ]?[\d.,/: ]{1,20}(am|pm|INR)?$/),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    'yes',
    'no',
    'cut',
    'trim',
    'Colour, full',
    'a@b.co',
    '9876543210',
    '⭐⭐',
    'shop.in',
  ),
  fc.anything({ maxDepth: 2 }),
)

test('whatever is written is read or refused, and what was read is read as itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...jobFieldTypes), written, (type, raw) => {
      const value = read(type, raw)
      if (typeof value === 'string' && value.startsWith('! ')) return
      expect(read(type, value)).toEqual(value)
      // As the database gives it back.
      expect(JSON.parse(JSON.stringify(value))).toEqual(value)
    }),
    { numRuns: 3000, seed: 2026, examples: [['datetime', '1905-12-31T18:38:49.999Z']] },
  )
})
