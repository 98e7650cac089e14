import { expect, test } from 'vitest'

import { testField } from '../../../test/turns.ts'
import { textBesidesAnswers } from './besides-answers.ts'

interface Answer {
  label: string
  text: string
  value: unknown
}

const order: Answer[] = [
  { label: 'What', text: 'Shop sign', value: 'Shop sign' },
  { label: 'People', text: '4', value: 4 },
  { label: 'Day', text: 'Mon, 28 Dec 2026', value: '2026-12-28' },
  { label: 'Name', text: 'Asha', value: 'Asha' },
]
const visit: Answer[] = [
  { label: 'Phone', text: '+91 98765 43210', value: '+919876543210' },
  { label: 'Time', text: '17:00', value: '17:00' },
  { label: 'Parking', text: 'Yes', value: true },
  { label: 'Allergies', text: 'no', value: 'no' },
]

function besides(reply: string, answers: Answer[]): string {
  const keyed = answers.map((answer) => ({ ...answer, key: answer.label.toLowerCase() }))
  return textBesidesAnswers(reply, keyed, {
    fields: keyed.map(({ key }) => testField(key)),
    values: Object.fromEntries(keyed.map(({ key, value }) => [key, value])),
  })
}

const list = '• What: Shop sign\n• People: 4\n• Day: 28 December\n• Name: Asha'

test.each([
  ['*Important:* Please bring your ID card.'],
  ['*The team still has to confirm the design for Asha.*'],
  ['Please note:\n- Deposit: pay half of it at the desk\n- ID card: bring the original'],
  ['Bitte beachten:\n• Anzahlung: die Hälfte vor Ort\n• Parken: nur hinter dem Haus'],
  ['कृपया ध्यान दें:\n- अग्रिम: आधा काउंटर पर दें\n- पहचान पत्र: असली लेकर आएँ'],
  ['يرجى الانتباه:\n- العربون: ادفع نصفه عند المكتب\n- الهوية: أحضر الأصل معك'],
  ['- As 28 December is a holiday, the surcharge applies'],
  ['* There is no parking at the back door'],
  ['- No parking'],
  ['- Closed on 28 December'],
  ['Thank you, Asha!'],
  ['Subject to approval: a shop sign for 4 people on 28 December for Asha.'],
  ['- Asha must bring the original drawing'],
  ['Day: since it is a holiday, the surcharge applies on that day'],
  ['What: please bring the drawing on paper.'],
  [
    'Got it: a shop sign for 4 people on 28 December for Asha, but the team still has to check the design before it is final.',
  ],
  ['So a shop sign for 4 people on 28 December for Asha, but it is not final.'],
  ['Asha, 4 Personen, 28. Dezember (Shop sign): das muss noch vom Team bestätigt werden.'],
  [
    'Ihr Termin für Asha mit 4 Personen am 28. Dezember (Shop sign) muss noch vom Team bestätigt werden.',
  ],
])('keeps what a reply says besides the answers: %j', (caveat) => {
  const answers = [...order, ...visit]
  expect(besides(caveat, answers)).toBe(caveat)
  expect(besides(`${list}\n\n${caveat}`, answers)).toBe(caveat)
  expect(besides(`${caveat}\n\n${list}`, answers)).toBe(caveat)
  expect(besides(caveat, order)).toBe(caveat)
})

test.each([
  [`*Booking summary*\n${list.replaceAll('•', '-')}`],
  [`Booking summary\n${list}\n\n**Is everything right?**`],
  [`📋 Zusammenfassung\n${list}\nStimmt das so? (Ja/Nein)`],
  ['Is that right? 😊'],
  ['Passt alles für den 28. Dezember?'],
  [`- *What*: Shop sign\n- Colour: blue\n* **People:** 4\n✅ Asha\nMontag, 28. Dezember`],
  ['So a shop sign for 4 people on Monday, 28 December for Asha.'],
])('leaves nothing of a reply that only repeats the answers: %j', (reply) => {
  const german = { label: 'Tag', text: 'Mo., 28. Dez. 2026', value: '2026-12-28' }
  expect(besides(reply, [...order, german])).toBe('')
})

test.each([
  ['📞 Phone no.: 98765 43210\n🕔 Time: 5 pm\n🚗 Parking space: needed'],
  ['Teléfono: 098765 43210\nHora: 17:00'],
  ['Here it is:\n17:00\n+91 98765 43210'],
])('recognizes a phone number and a time in other spellings: %j', (reply) => {
  expect(besides(reply, visit)).toBe('')
})

test('takes little processor time for a long row of marks', () => {
  const reply = `Thanks.\n${'_'.repeat(6000)}a`
  const before = process.cpuUsage()

  expect(besides(reply, order)).toBe(reply)
  // Of the processor, which others on the machine do not slow down; it was seconds.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})
