import { beforeAll, expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'

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
    for (const [index, [name, more]] of Object.entries(people).entries()) {
      const from = `+919800000${String(index).padStart(3, '0')}`
      await receive(owner, { from, name, ...more })
    }
  }
})

/** Whose chats a search finds. */
async function search(
  account: keyof typeof told,
  q: string,
): Promise<{ names: string[]; total: number }> {
  const path = `/api/chats/sessions?q=${encodeURIComponent(q)}`
  const answer = await owners.get(account)?.call('GET', path)
  expect(answer?.status).toBe(200)
  const items: { contact: { name: string } }[] = answer?.body.items
  return { names: items.map(({ contact }) => contact.name), total: answer?.body.totals.all }
}

test.each([
  ['ravi', ['Ravi Kumar']],
  ['umar', []],
  ['+91 98000 00001', ['अशा']],
  ['hair', ['Ravi Kumar', 'Zoe']],
  ['hair tomorrow', ['Zoe']],
  ["it's", ['Zoe']],
  ["' or '1'='1", []],
  ['\\ & | ! :* ()', []],
  ['   ', ['Ravi Kumar', 'Zoe', 'अशा']],
])('a search for %j finds %j', async (q, expected) => {
  const { names, total } = await search('plain', q)

  expect(names.toSorted()).toEqual(expected.toSorted())
  expect(total).toBe(expected.length)
})

test.each([
  ['joao', ['João Müller']],
  ['احمد', ['أحمد عليّ']],
  ['o’brien', ["Sean O'Brien"]],
  ['strasse', ['Jorg']],
  ['AB1234', ["Sean O'Brien"]],
  ['CD-77', ['João Müller']],
  ['order 12345', ['أحمد عليّ']],
])('a search for %j finds %j, whatever the accents and signs', async (q, expected) => {
  expect((await search('accents', q)).names).toEqual(expected)
})

test.each([
  ['橋', ['大橋はなこ']],
  ['京タ', ['大橋はなこ']],
  ['京ワ', []],
  ['タカ', ['김철수']],
  ['철수', ['김철수']],
  ['수철', []],
  ['ドイツ製', ['Zoe']],
  ['ceドイツ', []],
  ['สอบ', ['Zoe']],
  ['🎉 party', ['Zoe']],
  ['👍🏿', ['Zoe']],
  ['🇮🇳', ['Zoe']],
])('a search for %j finds %j: any part of words without spaces, and emoji', async (q, expected) => {
  expect((await search('withoutSpaces', q)).names).toEqual(expected)
})

test.each([
  ['tel:+91-98110-00001;ext=1', ['Asha']],
  ['whatsapp://send?phone=919811000001&text=Hi', ['Asha']],
  ['HTTPS://wa.me/+919811000001?text=Hello', ['Asha']],
  ['api.whatsapp.com/send/?text=Hi&phone=%2B919811000001', ['Asha']],
  ['Lee tel:702-555', ['Lee']],
  ['11 15-2345-6789', ['Eva']],
  ['+54 11 15 2345 6789', ['Eva']],
  ['0091 98110-00001', ['Asha']],
  ['+91 98110', ['Asha', 'Ravi', 'Zoe']],
  ['011 1 702 555 0161', ['Lee']],
  ['٧٠٢٥٥٥٠١٦١', ['Lee']],
  ['+55 11 98765-4321', ['Ana']],
  ['11 8765 4321', ['Ana']],
])('a number as %j is found at %j', async (q, expected) => {
  expect((await search('numbers', q)).names.toSorted()).toEqual(expected)
})
