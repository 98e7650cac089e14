import { defaultPreferences } from '@errand/contract/default-preferences'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'

import { english, phrasesFor } from '../../phrases/phrases.ts'
import { hoursText } from './hours-text.ts'

const { hours: usual } = defaultPreferences.business
const pause = { from: '13:00', to: '16:00' }
const hours = {
  ...usual,
  enabled: true,
  days: usual.days.map((day) => ({ ...day, from: '10:00', to: '20:00', pause })),
}
const saturday = Temporal.PlainDate.from('2026-11-21')
const when = { start: 0, end: 0, day: saturday, isPast: false }
const ask = (clock: string, whens: Parameters<typeof hoursText>[0]['whens'] = []) =>
  hoursText({ whens, hours, phrases: english, now: saturday.toPlainDateTime(clock) })

test.each([
  ['en', 'from 10:00 to 13:00 and 16:00 to 20:00.'],
  ['hi', '10:00 से 13:00 तक और 16:00 से 20:00 तक'],
  ['hi-Latn', '10:00 se 13:00 tak aur 16:00 se 20:00 tak'],
  ['es', 'de 10:00 a 13:00 y de 16:00 a 20:00.'],
  ['fr', 'de 10:00 à 13:00 et de 16:00 à 20:00.'],
  ['de', 'von 10:00 bis 13:00 Uhr und 16:00 bis 20:00 Uhr'],
  ['pt', 'das 10:00 às 13:00 e das 16:00 às 20:00.'],
  ['ar', 'من 10:00 إلى 13:00 ومن 16:00 إلى 20:00.'],
])(
  '%s: a question about a day or a time is answered with the hours around the break',
  (tag, said) => {
    const phrases = phrasesFor(tag) ?? english
    for (const clock of [undefined, '14:00', '17:00']) {
      const at = clock === undefined ? {} : { clock: Temporal.PlainTime.from(clock) }
      const now = saturday.toPlainDateTime('09:00')
      expect(hoursText({ whens: [{ ...when, ...at }], hours, phrases, now })).toContain(said)
    }
  },
)

test('the current state respects the break, and the week shows it', () => {
  expect(ask('11:00')).toMatch(/^We are open now, until 13:00\./)
  expect(ask('14:00')).toMatch(/^We are closed now\..* Sat, 21 Nov 2026, 16:00 to 20:00\./)
  expect(ask('16:00')).toMatch(/^We are open now, until 20:00\./)
  expect(ask('21:00')).toMatch(/Mon, 23 Nov 2026, 10:00 to 13:00 and 16:00 to 20:00\./)
  expect(ask('21:00')).toMatch(/^Mon–Sat: 10:00–13:00, 16:00–20:00$/m)
})
