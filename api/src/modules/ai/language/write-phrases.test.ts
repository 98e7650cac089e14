import type { JobField } from '@errand/contract/job-field'
import { builtInLanguages } from '@errand/contract/language'
import { expect, test } from 'vitest'

import { readAnswer } from '../../answers/read-answer.ts'
import { answerLocaleOf } from '../../answers/reading.ts'
import { phrasesFor } from '../../phrases/phrases.ts'
import { toShownAnswers, writeSummary } from './write-phrases.ts'

/** What an owner can choose, and others that separate otherwise. */
const locales =
  'en-IN hi-IN en-US en-GB ar-AE ar-EG de-DE es-ES fr-FR pt-BR de-CH de-AT fr-CH es-MX sv-SE'.split(
    ' ',
  )
const currencies = 'INR EUR USD GBP AED SAR EGP BRL JPY KWD CHF MXN'.split(' ')
const values = [
  0, 5, 0.5, -1500, 1234, 15_000, 1_234_567, 1234.5, 0.125, 1.234, 12.345, 99_999_999.99,
]

const base = { key: 'k', label: 'K', order: 0, required: true, sensitive: false }

const isWritable = (value: number, { type, validation }: JobField): boolean => {
  if (type === 'integer') return Number.isInteger(value)
  if (type !== 'currency') return true
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: validation?.currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  return Number(value.toFixed(decimals)) === value
}

test.each(locales)(
  'a value shown to a contact of a business in %s is read back as the same value',
  (locale) => {
    const business = { timeZone: 'UTC', locale }
    const fields: JobField[] = [
      { ...base, type: 'number' },
      { ...base, type: 'integer' },
      ...currencies.map((currency) => ({
        ...base,
        type: 'currency' as const,
        validation: { currency },
      })),
    ]
    for (const language of builtInLanguages) {
      const phrases = phrasesFor(language)
      if (phrases === undefined) throw new Error(`No phrases in ${language}`)
      for (const field of fields) {
        for (const value of values.filter((one) => isWritable(one, field))) {
          const answers = toShownAnswers([field], { k: value }, { phrases, business })
          const summary = writeSummary(answers, phrases)
          const [, text = ''] = /• K: (.*)/.exec(summary) ?? []
          const reading = readAnswer(field, text, answerLocaleOf(business, language))
          expect({ text, language, field, reading }).toMatchObject({ reading: { value } })
        }
      }
    }
  },
)

test('a currency value is read back as written by any locale of the page', () => {
  for (const locale of locales) {
    const business = { timeZone: 'UTC', locale }
    const field: JobField = { ...base, type: 'currency' }
    for (const currency of currencies) {
      const money = { style: 'currency', currency } as const
      for (const currencyDisplay of ['symbol', 'narrowSymbol', 'code', 'name'] as const) {
        const text = (15_000).toLocaleString(locale, { ...money, currencyDisplay })
        const reading = readAnswer(
          { ...field, validation: { currency } },
          text,
          answerLocaleOf(business),
        )
        expect({ text, locale, reading }).toMatchObject({ reading: { value: 15_000 } })
      }
    }
  }
})
