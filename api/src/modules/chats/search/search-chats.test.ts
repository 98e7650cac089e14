import { beforeAll, expect, test } from 'vitest'

import { receiveFrom } from '../../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'

const api = useTestApi()

/** What people wrote in each of four accounts. */
const told = {
  plain: {
    'Ravi Kumar': { text: 'A haircut please' },
    अशा: { text: 'नमस्ते' },
    Zoe: { text: "Haircut tomorrow, it’s for my son. it's urgent" },
  },
  accents: {
    'João Müller': { text: 'Invoice CD77' },
    Jorg: { text: 'Lange Straße 5, क़लम' },
    'İstanbul Döner': { text: 'Merhaba' },
    'أحمد عليّ': { text: 'Order ١٢٣٤٥' },
    "Sean O'Brien": { text: 'My number is AB-1234.' },
  },
  withoutSpaces: {
    大橋はなこ: { text: '東京タワーへようこそいらっしゃいませ' },
    김철수: { text: 'ｶﾀｶﾅ' },
    Zoe: { text: 'party 🎉 tonight 👍🏽 ❤️ 🇮🇳 ทดสอบ, iceドイツ製' },
  },
  numbers: {
    Asha: { from: '+919811000001' },
    Ravi: { from: '+919811000002' },
    Zoe: { from: '+919811001000' },
    Lee: { from: '+17025550161' },
    Ana: { from: '+551187654321' },
    Eva: { from: '+5491123456789' },
  },
}
const owners = new Map<string, Person>()

beforeAll(async () => {
  for (const [account, people] of Object.entries(told)) {
    const owner = await api.newOwner()
    owners.set(account, owner)
    await receiveFrom(owner, people)
  }
})

test.each([
  ['plain', 'ravi', ['Ravi Kumar']],
  ['plain', 'umar', []],
  ['plain', '+91 98000 00001', ['अशा']],
  ['plain', 'hair', ['Ravi Kumar', 'Zoe']],
  ['plain', 'hair tomorrow', ['Zoe']],
  ['plain', "it's", ['Zoe']],
  ['plain', "' or '1'='1", []],
  ['plain', '\\ & | ! :* ()', []],
  ['plain', '   ', ['Ravi Kumar', 'Zoe', 'अशा']],
  ['accents', 'joao', ['João Müller']],
  ['accents', 'احمد', ['أحمد عليّ']],
  ['accents', 'o’brien', ["Sean O'Brien"]],
  ['accents', 'strasse', ['Jorg']],
  ['accents', 'AB1234', ["Sean O'Brien"]],
  ['accents', 'CD-77', ['João Müller']],
  ['accents', 'order 12345', ['أحمد عليّ']],
  ['withoutSpaces', '橋', ['大橋はなこ']],
  ['withoutSpaces', '京タ', ['大橋はなこ']],
  ['withoutSpaces', '京ワ', []],
  ['withoutSpaces', 'タカ', ['김철수']],
  ['withoutSpaces', '철수', ['김철수']],
  ['withoutSpaces', '수철', []],
  ['withoutSpaces', 'ドイツ製', ['Zoe']],
  ['withoutSpaces', 'ceドイツ', []],
  ['withoutSpaces', 'สอบ', ['Zoe']],
  ['withoutSpaces', '🎉 party', ['Zoe']],
  ['withoutSpaces', '👍🏿', ['Zoe']],
  ['withoutSpaces', '🇮🇳', ['Zoe']],
  ['numbers', 'tel:+91-98110-00001;ext=1', ['Asha']],
  ['numbers', 'whatsapp://send?phone=919811000001&text=Hi', ['Asha']],
  ['numbers', 'HTTPS://wa.me/+919811000001?text=Hello', ['Asha']],
  ['numbers', 'api.whatsapp.com/send/?text=Hi&phone=%2B919811000001', ['Asha']],
  ['numbers', 'Lee tel:702-555', ['Lee']],
  ['numbers', '11 15-2345-6789', ['Eva']],
  ['numbers', '+54 11 15 2345 6789', ['Eva']],
  ['numbers', '0091 98110-00001', ['Asha']],
  ['numbers', '+91 98110', ['Asha', 'Ravi', 'Zoe']],
  ['numbers', '011 1 702 555 0161', ['Lee']],
  ['numbers', '٧٠٢٥٥٥٠١٦١', ['Lee']],
  ['numbers', '+55 11 98765-4321', ['Ana']],
  ['numbers', '11 8765 4321', ['Ana']],
])('%s: a search for %j finds %j', async (account, q, expected) => {
  const path = `/api/chats/sessions?q=${encodeURIComponent(q)}`
  const answer = await owners.get(account)?.call('GET', path)
  const items: { contact: { name: string } }[] = answer?.body.items

  expect(items.map(({ contact }) => contact.name).toSorted()).toEqual(expected.toSorted())
  expect(answer?.body.totals.all).toBe(expected.length)
})

test('a found chat has its latest matching message with the matches marked', async () => {
  const list = async (query: string) =>
    (await owners.get('plain')?.call('GET', `/api/chats/sessions${query}`))?.body
  const { items, found } = await list('?q=hair+tomorrow')
  expect(found).toEqual({
    [items[0].id]: {
      messageId: items[0].lastMessage.id,
      snippet: {
        text: "Haircut tomorrow, it’s for my son. it's urgent",
        marks: [
          { start: 0, end: 4 },
          { start: 8, end: 16 },
        ],
      },
    },
  })
  expect((await list('?q=ravi')).found).toEqual({})
  expect(await list('')).not.toHaveProperty('found')
})
