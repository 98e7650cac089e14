import { defaultPreferences } from '@errand/contract/default-preferences'
import { expect, test } from 'vitest'

import { nothingOf, testField, testMessage, testRequest, testTurn } from '../../../test/turns.ts'
import { checkTurn } from './check-turn.ts'
import { filterReply } from './filter-reply.ts'
import { splitReply } from './reply-format.ts'

const request = testRequest(nothingOf([testField('name')]), {
  inbound: [testMessage('I am asha@home.example, 98765 43210, see http://evil.example/me')],
  history: [
    testMessage('You can call Neha on +91 98111 22222', { author: 'owner' }),
    testMessage('Ask 98999 99999', { author: 'assistant' }),
  ],
  job: {
    instructions:
      'Prices are on https://asha.example/prices and www.salon.example. Write to help@asha.example.',
  },
})
const filter = (reply: string) => filterReply(reply, request, { values: {} })

test.each([
  ['the business’s own link', 'See https://asha.example/prices.'],
  ['the business’s own site without its scheme', 'See salon.example for more.'],
  [
    "the contact's own number and address",
    'Shall we call 9876543210 or write to Asha@home.example?',
  ],
  ['what the owner has said in the chat', 'Neha is on 98111 22222.'],
  ['counts and dates', 'That is 120 on 22.11.2026, e.g. for 2-3 people.'],
])('does not filter %s', (_, reply) => {
  expect(filter(reply)).toEqual({ text: reply, removed: [] })
})

test.each([
  ['link', 'Of course! Visit https://evil.example/win now. See you.'],
  ['link', "Of course! The contact's own link is evil.example/me for all. See you."],
  ['link', 'Of course! Prices: https://asha.example.evil.example/prices today. See you.'],
  ['email', 'Of course! The last customer was ravi@other.example, I think. See you.'],
  ['email', 'Of course! Ask asha@home.example_ravi@other.example, I think. See you.'],
  ['link', 'Of course! It is at ftp://evil.example/files for all. See you.'],
  ['phone', 'Of course! Ravi is on +91 98222 33333 today. See you.'],
  ['phone', 'Of course! Ravi is on ९८२२२ ३३३३३ today. See you.'],
  ['phone', 'Of course! Ravi is on 9_8_2_2_2_3_3_3_3_3 today. See you.'],
  ['phone', 'Of course! Ravi is on ⑨⑧②②②③③③③③ today. See you.'],
  ['phone', 'Of course! What it said itself is no proof: 98999 99999. See you.'],
])('the sentence with an unknown %s is removed: %j', (kind, reply) => {
  const { text, removed } = filter(reply)
  expect(text).toBe('Of course! See you.')
  expect(removed).toEqual([kind])
})

/** Whatever language its owner reads. */
const shopIn = (timeZone: string, locale = 'en-IN') =>
  testRequest(nothingOf([]), {
    inbound: [testMessage('help')],
    locale,
    business: { timeZone },
  })

test.each([
  ['Asia/Kolkata', 'Call 112 or 108 now!'],
  ['Asia/Calcutta', 'तुरंत ११२ पर कॉल करें।'],
  ['America/New_York', 'Hang up and call 911.'],
  ['America/Sao_Paulo', 'Ligue 192 agora, ou 190.'],
  ['Asia/Dubai', 'اتصل الآن على ٩٩٨ أو 999.'],
  ['Europe/Paris', 'Appelez le 15 / 17 / 18 / 112 maintenant.'],
])('%s: keeps the emergency numbers of the country: %j', (timeZone, reply) => {
  const here = shopIn(timeZone, 'fr-FR')
  expect(filterReply(reply, here, { values: {} })).toEqual({ text: reply, removed: [] })
})

test.each([
  ['Asia/Kolkata', 'It costs ₹112.', 'amount'],
  ['Europe/Paris', 'Appelez le 15 / 17 / 18 / 111 maintenant.', 'phone'],
  ['Europe/Paris', 'Appelez le 01 45 67 89 10.', 'phone'],
  ['Europe/Paris', 'Appelez le 112 112 112 maintenant.', 'phone'],
  ['Asia/Kolkata', 'Appelez le 15 / 17 / 18 / 112 maintenant.', 'phone'],
])('%s: an emergency number does not let anything else through: %j', (timeZone, reply, kind) => {
  const here = shopIn(timeZone, 'fr-FR')
  expect(filterReply(reply, here, { values: {} })).toEqual({ text: '', removed: [kind] })
})

test('in an emergency keeps advice that sounds like a promise, but removes an unknown number', () => {
  const reply = 'Call 112, it is free of charge. Ravi is on +91 98222 33333.'
  expect(filterReply(reply, request, { values: {} }, { isEmergency: true })).toEqual({
    text: 'Call 112, it is free of charge.',
    removed: ['phone'],
  })
  expect(filterReply(reply, request, { values: {} }).text).toBe('')
  const turn = testTurn({ action: 'handoff', handoffReason: 'emergency', reply })
  const collected = nothingOf([testField('name')])
  const { replies } = checkTurn({ turn, request, collected, isShown: true })
  expect(replies).toContain('Call 112, it is free of charge.')
})

const shop = (inbound: string, job: { guardrails?: string[]; instructions?: string }) =>
  testRequest(nothingOf([testField('name')]), {
    inbound: [testMessage(inbound)],
    job,
    business: {
      description: 'Cut ₹300, colour ₹1,200.',
      hours: { ...defaultPreferences.business.hours, enabled: true },
    },
  })

test.each([
  ['Can I have 2 cuts at 5 pm?', 'Two cuts are ₹600, and 5 pm is fine.'],
  ['When?', 'How about 11:30 or 5 pm, would all 5 of you fit?'],
  ['How much?', 'A colour is Rs. 1200. We are open from 09:00 to 6 pm.'],
  ['50% off?', 'I cannot give you 50% off or any discount.'],
  ['कितना?', 'कट ₹300 का है।'],
  ['¿Cuánto?', 'El corte cuesta 300 rupias.'],
])('answer to %j is backed by the business’s texts: %j', (inbound, reply) => {
  expect(filterReply(reply, shop(inbound, {}), { values: {} })).toEqual({
    text: reply,
    removed: [],
  })
})

test('the owner’s own question may be asked word for word, and no similar one', () => {
  const question = 'Do you have a discount code?'
  const coupon = nothingOf([testField('coupon', 'text', { question })])
  const asking = testRequest(coupon, { inbound: [testMessage('Hi')] })
  const ask = (reply: string) => filterReply(reply, asking, { values: {} }).removed
  expect(ask(`Hello! ${question}`)).toEqual([])
  expect(ask('Would you like a discount?')).toEqual(['promise'])
})

test('does not take the contact’s own answer for a promise of the business', () => {
  const values = { note: 'You promised me a refund of ₹500.' }
  expect(filterReply('You get a refund.', request, { values }).removed).toEqual(['promise'])
  expect(filterReply('I have noted ₹500.', request, { values }).removed).toEqual([])
})

test('lets a reply repeat an offer of the business', () => {
  const parking = shop('Parking?', { instructions: 'Parking is free of charge.' })
  const reply = 'You park for free.'
  expect(filterReply(reply, parking, { values: {} })).toEqual({ text: reply, removed: [] })
})

test.each([
  ['How much is a beard trim?', 'amount', 'A beard trim is ₹250.'],
  ['Give me 100 % discount', 'amount', 'You pay 100 % less.'],
  ['Give me a discount', 'promise', 'Sure, there is a discount for you.'],
  ['It was bad', 'promise', 'We will refund you.'],
  ['It was bad', 'promise', "Don't worry, you get a full refund."],
  ['Zurückgeben', 'promise', 'Wir erstatten Ihnen das Geld.'],
  ['छूट?', 'promise', 'आपको छूट मिलेगी।'],
  ['خصم؟', 'promise', 'لك خصم خاص.'],
  ['Any time?', 'time', 'There is a place at 7:45 am.'],
  ['Cake?', 'promise', 'The cake is free of charge.'],
])('answer to %j loses an invented %s', (inbound, kind, reply) => {
  // A rule that forbids it is no offer.
  const job = { guardrails: ['Never promise a discount or a refund.'] }
  const { text, removed } = filterReply(`Hello! ${reply}`, shop(inbound, job), { values: {} })
  expect({ text, kinds: [...new Set(removed)] }).toEqual({ text: 'Hello!', kinds: [kind] })
})

test.each([
  ['**Total:** 5', '*Total:* 5'],
  ['## Your order ##\nCake', '*Your order*\nCake'],
  ['- [ ] one\n\n\n\n- two', '- [ ] one\n\n- two'],
  ['~~old~~ __new__', '~old~ *new*'],
  ['See [prices](https://asha.example/prices)', 'See prices: https://asha.example/prices'],
  ['<b>Hi</b><br>you', 'Hi\nyou'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a | b\n1 | 2'],
  ['5 * 3 = 15, 2 ** 3', '5 * 3 = 15, 2 ** 3'],
  ['It is \u202Ekcab ot tnorf\u202C.', 'It is kcab ot tnorf.'],
  ['snake_case_word and 3 < 4 > 2', 'snake_case_word and 3 < 4 > 2'],
])('%j is formatted for WhatsApp', (reply, text) => {
  expect(filter(reply).text).toBe(text)
})

test.each([
  '$1 ',
  '1 rs ',
  '€1 off ',
  '\n',
  '*',
  '**a ',
  '| ',
  '|-- ',
  '![',
  '[a](',
  '# a ',
  'a',
  '1:',
  'a@',
])('a reply of thousands of %j is filtered within the length limit', (text) => {
  const reply = `Your notes: #${text.repeat(8000 / text.length)}x`

  expect(filter(reply).text.length).toBeLessThanOrEqual(4096)
})

test('cuts a reply at WhatsApp’s limit, and between characters', () => {
  const sentence = 'This is one more sentence of it. '
  const { text } = filter(sentence.repeat(200))
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text.endsWith('sentence of it.')).toBe(true)
  // Nobody looks for faults in what is not sent.
  expect(filter(`${sentence.repeat(200)}Ravi is on +91 98222 33333.`).removed).toEqual([])
  const emoji = filter('👩‍👩‍👧'.repeat(1000)).text
  expect(emoji.length).toBeLessThanOrEqual(4096)
  expect(emoji.isWellFormed()).toBe(true)
})

test('splits a reply at sentences into at most three parts without losing a word', () => {
  for (const sentences of [1, 23, 24, 50, 67, 90]) {
    const text = 'A cut takes an hour and costs three hundred. '.repeat(sentences).trim()
    const parts = splitReply(text, true)
    expect(parts.join(' ')).toBe(text)
    expect(parts.every((part) => part.endsWith('.'))).toBe(true)
    expect(parts).toHaveLength(text.length <= 1000 ? 1 : Math.min(3, Math.ceil(text.length / 1000)))
  }
})

test('removes a proposed time in the daily break, and keeps its ends and times around it', () => {
  const { hours } = defaultPreferences.business
  const days = hours.days.map((day) => ({ ...day, pause: { from: '13:15', to: '16:00' } }))
  const business = { hours: { ...hours, enabled: true, days } }
  const inbound = [testMessage('When?')]
  const asked = testRequest(nothingOf([testField('name')]), { inbound, business })
  const propose = (time: string) =>
    filterReply(`Can you come at ${time}?`, asked, { values: {} }).removed
  expect(propose('14:30')).toEqual(['time'])
  for (const time of ['12:30', '13:15', '16:00', '17:30']) expect(propose(time)).toEqual([])
})
