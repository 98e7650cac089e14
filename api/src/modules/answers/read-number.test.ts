import type { JobField, JobFieldType } from '@errand/contract/job-field'
import { expect, test } from 'vitest'

import { readAnswer } from './read-answer.ts'
import { answerLocaleOf } from './reading.ts'

const aField = (type: JobFieldType, more: Partial<JobField> = {}): JobField => ({
  key: 'k',
  label: 'How many?',
  order: 0,
  required: true,
  sensitive: false,
  ...more,
  type,
})

function read(raw: string, field: JobField, locale: string, language?: string): unknown {
  const reading = readAnswer(field, raw, answerLocaleOf({ timeZone: 'UTC', locale }, language))
  return 'value' in reading ? reading.value : reading.refused.code
}

const ask = 'ambiguous_number'

test.each<[raw: string, locale: string, value: unknown, language?: string]>([
  // Separators are the locale's.
  ['1.000', 'de-DE', 1000],
  ['1.200,50', 'es-ES', 1200.5],
  ['1.5', 'de-DE', 1.5],
  ['1,500', 'fr-FR', 1.5],
  ['1\u00A0500', 'de-AT', 1500],
  ['1’500', 'de-CH', 1500],
  ['12,34,567.5', 'en-IN', 1_234_567.5],
  ['1.500', 'en-US', 1.5],
  // What can be read in one way only is read so anywhere.
  ['1.200,50', 'en-IN', 1200.5],
  ['1.234.567', 'en-US', 1_234_567],
  ['0,500', 'en-IN', 0.5],
  // Nobody can know.
  ['1.500', 'fr-FR', ask],
  ['1.500', 'en-IN', ask, 'es'],
  ['1234.567', 'de-DE', ask],
  ['1.500', 'es-ES', 1500, 'es'],
  // Digits and signs of other scripts.
  ['١٬٥٠٠٫٢٥', 'ar-EG', 1500.25],
  ['१२', 'hi-IN', 12],
  ['１２．５', 'en-US', 12.5],
  ['𝟓𝟎', 'en-US', 50],
  ['\u200E-\u06611', 'ar-EG', -11],
  // Words behind and instead of figures.
  ['1 Cr', 'en-IN', 10_000_000],
  ['2 lakh 50 thousand', 'en-IN', 250_000],
  ['3k', 'en-US', 3000],
  ['5 mil', 'es-ES', 5000],
  ['5 mil', 'en-US', 'invalid_number'],
  ['3 mil millones', 'es-ES', 3_000_000_000],
  ['un millón y medio', 'es-ES', 1_500_000],
  ['2,5 Mio.', 'de-DE', 2_500_000],
  ['fünfundzwanzig', 'de-DE', 25],
  ['zweieinhalb', 'de-DE', 2.5],
  ['quatre-vingt-dix', 'fr-FR', 90],
  ['2 milhões', 'pt-BR', 2_000_000],
  ['५ लाख', 'hi-IN', 500_000],
  ['ढाई लाख', 'hi-IN', 250_000],
  ['सवा लाख', 'hi-IN', 125_000],
  ['dhai hazaar', 'en-IN', 2500, 'hi-Latn'],
  ['5 آلاف', 'ar-AE', 5000],
  ['خمسة وعشرون', 'ar-EG', 25],
  ['5 тысяч', 'en-US', 5000],
  ['5 juta', 'en-US', 5_000_000],
  ['5万', 'en-US', 50_000],
  ['5 zillion', 'en-US', 'invalid_number'],
  // Every number below a hundred is a word of its own in Hindi, and a sum elsewhere.
  ['सत्तानवे', 'hi-IN', 97],
  ['tirpan hazaar', 'en-IN', 53_000, 'hi-Latn'],
  ['dix-sept', 'fr-FR', 17],
  ['cent soixante et onze', 'fr-FR', 171],
  ['neunundneunzig', 'de-DE', 99],
  ['خمسة عشر ألف', 'ar-EG', 15_000],
  ['five twenty', 'en-US', 'invalid_number'],
  ['twenty and five', 'en-US', 'invalid_number'],
  // Parts and dozens.
  ['2½', 'en-US', 2.5],
  ['2 1/2', 'en-US', 2.5],
  ['22/11', 'en-US', 'invalid_number'],
  ['half a dozen', 'en-US', 6],
  ['two dozen', 'en-US', 24],
  ['a dozen and a half', 'en-US', 18],
  ['a dozen kilos and a half', 'en-US', 'invalid_number'],
  ['hundreds', 'en-US', 'invalid_number'],
  ['one hundred and twenty five', 'en-US', 125],
  ['2 and a half lakh', 'en-IN', 250_000],
  // Units, and what is no whole number.
  ['2½ kg', 'en-US', 2.5],
  ['3 kilos y medio', 'es-ES', 3.5],
  ['1200 sq. ft.', 'en-IN', 1200],
  ['80 sq. m.', 'en-US', 80],
  ['about 50', 'en-US', 50],
  ['5 pm', 'en-US', 'invalid_number'],
  ['50%', 'en-US', 'invalid_number'],
  ['2 to 3', 'en-US', 'invalid_number'],
  ['5+', 'en-US', 'invalid_number'],
  ['5 each', 'en-US', 'invalid_number'],
  ['2 lakh 50', 'en-IN', 'invalid_number'],
  ['B12', 'en-US', 'invalid_number'],
])('number: %s in %s is %s', (raw, locale, value, language) => {
  expect(read(raw, aField('number'), locale, language)).toEqual(value)
})

test.each<[raw: string, locale: string, value: unknown, language?: string]>([
  ['1.000', 'de-DE', 1000],
  ['1.000', 'en-IN', ask],
  ['1.500', 'en-IN', 1500, 'es'],
  ['2.5', 'en-US', 'invalid_integer'],
  ['1.5 lakh', 'en-IN', 150_000],
])('integer: %s in %s is %s', (raw, locale, value, language) => {
  expect(read(raw, aField('integer'), locale, language)).toEqual(value)
})

test.each<[raw: string, currency: string, locale: string, value: unknown, language?: string]>([
  ['15.000 €', 'EUR', 'es-ES', 15_000],
  ['€ 1.200,50', 'EUR', 'en-IN', 1200.5],
  ['1,500 €', 'EUR', 'de-DE', 1500, 'en'],
  ['5 آلاف درهم', 'AED', 'en-IN', 5000],
  ['500 dhs', 'AED', 'ar-AE', 500],
  ['R$ 1.200,50', 'BRL', 'pt-BR', 1200.5],
  ['$US 500', 'USD', 'fr-FR', 500],
  ['₹1.5 Cr', 'INR', 'en-IN', 15_000_000],
  ['Rs. 2 lakh only', 'INR', 'en-IN', 200_000],
  ['ढाई हज़ार रुपये', 'INR', 'hi-IN', 2500],
  ['500,- €', 'EUR', 'de-DE', 500],
  ['￥500', 'JPY', 'en-US', 500],
  ['€500', 'INR', 'en-IN', 'invalid_amount'],
  ['500 per person', 'INR', 'en-IN', 'invalid_amount'],
  ['1.250', 'KWD', 'en-US', 1.25],
])('%s of %s in %s is %s', (raw, currency, locale, value, language) => {
  expect(read(raw, aField('currency', { validation: { currency } }), locale, language)).toEqual(
    value,
  )
})

test.each<[raw: string, value: unknown, max?: number]>([
  ['4 out of 5', 4],
  ['5 में से 4', 4],
  ['★★★★☆', 4],
  ['4 stars', 4],
  ['४', 4],
  ['4.5', 'invalid_rating'],
  ['4½', 'invalid_rating'],
  ['8/10', 'invalid_rating'],
  ['8/10', 8, 10],
  ['10', 'too_large'],
])('rating: %s is %s', (raw, value, max) => {
  const field = aField('rating', { label: 'Rating', ...(max && { validation: { max } }) })
  expect(read(raw, field, 'en-IN')).toEqual(value)
})

test('a unit is taken only where the owner asks for it', () => {
  const kilos = aField('number', { question: 'How many kilos?' })
  const guests = aField('integer', { label: 'Guests' })
  const cakes = aField('integer', { label: 'Cakes' })

  expect(read('2.5 kg', kilos, 'en-US')).toBe(2.5)
  expect(read('500 g', kilos, 'en-US')).toBe('invalid_number')
  expect(read('3 personas', guests, 'es-ES')).toBe(3)
  expect(read('3 kg', guests, 'en-US')).toBe('invalid_integer')
  expect(read('3 Uhr', guests, 'de-DE')).toBe('invalid_integer')
  expect(read('3 cakes', cakes, 'en-US')).toBe(3)
})
