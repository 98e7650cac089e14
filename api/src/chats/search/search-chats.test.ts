import { expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'

const api = useTestApi()

/** Whose chats a search finds. */
async function search(owner: Person, q: string): Promise<{ names: string[]; total: number }> {
  const { status, body } = await owner.call('GET', `/api/chats/sessions?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  const items: { contact: { name: string } }[] = body.items
  return { names: items.map(({ contact }) => contact.name), total: body.totals.all }
}

/** One message from each of these people; the number follows from the place in the list. */
async function receiveFrom(owner: Person, people: Record<string, object>): Promise<void> {
  for (const [index, [name, more]] of Object.entries(people).entries()) {
    await receive(owner, { from: `+919800000${String(index).padStart(3, '0')}`, name, ...more })
  }
}

test.each([
  ['ravi', ['Ravi Kumar']],
  ['KUM ra', ['Ravi Kumar']],
  ['umar', []],
  ['अशा', ['अशा']],
  ['+91 98000 00001', ['अशा']],
  ['00001', ['अशा']],
  ['haircut', ['Ravi Kumar', 'Zoe']],
  ['hair', ['Ravi Kumar', 'Zoe']],
  ['hair tomorrow', ['Zoe']],
  ["it's", ['Zoe']],
  ["' or '1'='1", []],
  ['\\ & | ! :* ()', []],
  ['🙂', []],
  ['   ', ['Ravi Kumar', 'Zoe', 'अशा']],
])('a search for %j finds %j', async (q, expected) => {
  const owner = await api.newOwner()
  await receiveFrom(owner, {
    'Ravi Kumar': { text: 'A haircut please' },
    अशा: { text: 'नमस्ते' },
    Zoe: { text: "Haircut tomorrow, it’s for my son. it's urgent" },
  })
  // Somebody else's words are nobody's business.
  await receive(await api.newOwner(), { name: 'Ravi', text: 'haircut tomorrow' })

  const { names, total } = await search(owner, q)

  expect(names.toSorted()).toEqual(expected.toSorted())
  expect(total).toBe(expected.length)
})

test.each([
  ['joao', ['João Müller']],
  ['JOAO muller', ['João Müller']],
  ['jörg', ['Jorg']],
  ['istanbul', ['İstanbul Döner']],
  ['İSTANBUL', ['İstanbul Döner']],
  ['احمد', ['أحمد عليّ']],
  ['على', ['أحمد عليّ']],
  ['o’brien', ["Sean O'Brien"]],
  ['obrien', ["Sean O'Brien"]],
  ['strasse', ['Jorg']],
  ['कलम', ['Jorg']],
  ['AB1234', ["Sean O'Brien"]],
  ['AB-1234', ["Sean O'Brien"]],
  ['ab 1234', ["Sean O'Brien"]],
  ['CD-77', ['João Müller']],
  ['cd77', ['João Müller']],
  ['order 12345', ['أحمد عليّ']],
])('a search for %j finds %j, whatever the accents and signs', async (q, expected) => {
  const owner = await api.newOwner()
  await receiveFrom(owner, {
    'João Müller': { text: 'Invoice CD77' },
    Jorg: { text: 'Lange Straße 5, क़लम' },
    'İstanbul Döner': { text: 'Merhaba' },
    'أحمد عليّ': { text: 'Order ١٢٣٤٥' },
    "Sean O'Brien": { text: 'My number is AB-1234.' },
  })

  expect((await search(owner, q)).names).toEqual(expected)
})

test.each([
  ['橋', ['大橋はなこ']],
  ['はな', ['大橋はなこ']],
  ['大橋はなこ', ['大橋はなこ']],
  ['タワー', ['大橋はなこ']],
  ['京タ', ['大橋はなこ']],
  ['京ワ', []],
  ['東京タワーへようこそいらっしゃい', ['大橋はなこ']],
  ['タカ', ['김철수']],
  ['ｶﾅ', ['김철수']],
  ['철수', ['김철수']],
  ['수철', []],
  ['ドイツ製', ['Zoe']],
  ['ceドイツ', []],
  ['สอบ', ['Zoe']],
  ['🎉', ['Zoe']],
  ['🎉 party', ['Zoe']],
  ['party🎉', ['Zoe']],
  ['👍🏿', ['Zoe']],
  ['❤', ['Zoe']],
  ['🇮🇳', ['Zoe']],
  ['🎂', []],
])('a search for %j finds %j: any part of words without spaces, and emoji', async (q, expected) => {
  const owner = await api.newOwner()
  await receiveFrom(owner, {
    大橋はなこ: { text: '東京タワーへようこそいらっしゃいませ' },
    김철수: { text: 'ｶﾀｶﾅ' },
    Zoe: { text: 'party 🎉 tonight 👍🏽 ❤️ 🇮🇳 ทดสอบ, iceドイツ製' },
  })

  expect((await search(owner, q)).names).toEqual(expected)
})

test.each([
  ['+91 98110 00001', ['Asha']],
  ['tel:+919811000001', ['Asha']],
  ['tel:+91-98110-00001;ext=1', ['Asha']],
  ['tel:(702) 555-0161', ['Lee']],
  ['whatsapp:+919811000001', ['Asha']],
  ['whatsapp://send?phone=919811000001&text=Hi', ['Asha']],
  ['wa.me/919811000001', ['Asha']],
  ['https://wa.me/919811000001', ['Asha']],
  ['HTTPS://wa.me/+919811000001?text=Hello', ['Asha']],
  ['https://api.whatsapp.com/send?phone=919811000001', ['Asha']],
  ['api.whatsapp.com/send/?text=Hi&phone=%2B919811000001', ['Asha']],
  ['Lee tel:702-555', ['Lee']],
  ['11 15-2345-6789', ['Eva']],
  ['011 15 2345-6789', ['Eva']],
  ['+54 11 15 2345 6789', ['Eva']],
  ['98110 00001', ['Asha']],
  ['0091 98110-00001', ['Asha']],
  ['00001', ['Asha']],
  ['+91 98110', ['Asha', 'Ravi', 'Zoe']],
  ['0017025550161', ['Lee']],
  ['00 1 702', ['Lee']],
  ['011 1 702 555 0161', ['Lee']],
  ['(702) 555-0161', ['Lee']],
  ['0161', ['Lee']],
  ['٧٠٢٥٥٥٠١٦١', ['Lee']],
  ['Lee 702-555', ['Lee']],
  ['+55 11 98765-4321', ['Ana']],
  ['11 8765 4321', ['Ana']],
])('a number as %j is found at %j', async (q, expected) => {
  const owner = await api.newOwner()
  const people = {
    Asha: '+919811000001',
    Ravi: '+919811000002',
    Zoe: '+919811001000',
    Lee: '+17025550161',
    Ana: '+551187654321',
    Eva: '+5491123456789',
  }
  for (const [name, from] of Object.entries(people)) await receive(owner, { name, from })

  const found = (await search(owner, q)).names

  expect(found.toSorted()).toEqual(expected)
})
