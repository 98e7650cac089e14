import { expect, test } from 'vitest'

import { asking, openShop, useAssistant } from '../../../test/assistant-api.ts'
import { receive } from '../../../test/chat-api.ts'
import { openCollecting } from '../../../test/collecting-chat.ts'
import { answerTurn } from '../ai/rules/answer-turn.ts'

const { api } = useAssistant(answerTurn)

test('a contact answers what can be seen, whatever stands between the letters', async () => {
  const { say, chat } = await openCollecting(api, [
    ['phone', 'phone', { question: 'Which number do we call?' }],
    ['link', 'url', { question: 'What is the link of your menu?' }],
    ['mail', 'email', { question: 'What is your e-mail address?' }],
    ['delivered', 'boolean', { question: 'Do you want it delivered?' }],
  ])

  await say('Hello', 1)
  await say('\u202A+1\u2060 202\u00AD 555 0123\u202C', 2)
  await say('https://shop\u200B.example/menu\uFEFF', 3)
  await say('as\u00ADha@shop\u2060.example', 4)
  await say('ye\u200Bs', 5)

  expect((await chat(5)).formData.values).toEqual({
    phone: '+12025550123',
    link: 'https://shop.example/menu',
    mail: 'asha@shop.example',
    delivered: true,
  })
})

const options = [
  { value: 'cut', label: 'Haircut' },
  { value: 'no', label: 'نمی\u200Cخواهم' },
]

test('so does the owner in the form of a chat', async () => {
  const { owner } = await openShop(api, {
    job: asking(
      ['phone', 'phone'],
      ['link', 'url'],
      ['mail', 'email'],
      ['delivered', 'boolean'],
      ['service', 'select', { options }],
      ['extras', 'multi_select', { options }],
      ['people', 'integer'],
      ['day', 'date'],
      ['note', 'text'],
    ),
  })
  const { session } = await receive(owner)
  const formData = {
    phone: '+1\u2060 202 555 0123',
    link: 'https://shop\u200B.example/menu\u200B',
    mail: '\uFEFFas\u00ADha@shop.example',
    delivered: '\u200Eye\u200Bs\u2060',
    service: 'Hair\u00ADcut',
    extras: ['\u2066cut\u2069', 'نمیخواهم'],
    people: '1\u200B2',
    day: '2026-\u200E12-01',
    note: 'A\u200B cake 👩\u200D🍳 کتاب\u200Cها',
  }

  const path = `/api/chats/sessions/${session.id}/form-data`
  const answer = await owner.call('PUT', path, { body: { formData } })

  expect(answer.body.formData?.values, JSON.stringify(answer.body.errors)).toEqual({
    phone: '+12025550123',
    link: 'https://shop.example/menu',
    mail: 'asha@shop.example',
    delivered: true,
    service: 'cut',
    extras: ['cut', 'no'],
    people: 12,
    day: '2026-12-01',
    note: 'A cake 👩\u200D🍳 کتاب\u200Cها',
  })
})

test('what stops messages, starts a job or calls a person is known by what can be seen', async () => {
  const { owner } = await openShop(api, { assistant: { optOutKeywords: ['\u200Bbas\u2060ta'] } })
  const trigger = { type: 'keyword', keywords: ['rep\u00ADair'], match: 'contains' }
  const body = { name: 'Repairs', instructions: 'Help.', answerOnly: true, status: 'active' }
  const { job } = (await owner.call('POST', '/api/jobs', { body: { ...body, trigger } })).body

  const { session } = await receive(owner, { text: 'A re\u2060pair please' })
  expect(session.job.id).toBe(job.id)
  const stopped = await receive(owner, { from: '+919800000002', text: 'BAS\u200BTA' })
  expect(stopped.session.contact.optedOutAt).toBeDefined()
})

test('settings and jobs keep what can be seen', async () => {
  const owner = await api.newOwner()
  const settings = {
    business: { name: 'Sa\u200Blon', website: 'https://shop.example/\u200B' },
    smtp: { host: 'mail\u2060.shop.example', fromEmail: '\uFEFFasha@shop.example' },
    whatsapp: { phoneNumberId: '1234\u200B5' },
    billing: { gstin: '27AAPFU0939F1ZV\u200E', invoiceEmail: '\u2060' },
    inbox: { quickReplies: [{ name: 'Hi\u200B', text: 'Wel\u2060come 👩\u200D🍳' }] },
  }
  const saved = await owner.call('PUT', '/api/auth/settings', { body: { settings } })
  expect(saved.body.user?.settings, JSON.stringify(saved.body.errors)).toMatchObject({
    business: { name: 'Salon', website: 'https://shop.example/' },
    smtp: { host: 'mail.shop.example', fromEmail: 'asha@shop.example' },
    whatsapp: { phoneNumberId: '12345' },
    billing: { gstin: '27AAPFU0939F1ZV', invoiceEmail: '' },
    inbox: { quickReplies: [{ name: 'Hi', text: 'Welcome 👩\u200D🍳' }] },
  })

  const job = {
    name: 'Hair\u200B',
    greeting: 'नमस्ते\u2060, क्\u200Dया चाहिए?',
    trigger: { type: 'link', code: 'ST\u200BART' },
    behaviour: {
      onComplete: { email: ['asha\u2060@shop.example'], webhookUrl: 'https://shop.example/\u200B' },
    },
  }
  const created = await owner.call('POST', '/api/jobs', { body: job })
  expect(created.body.job, JSON.stringify(created.body.errors)).toMatchObject({
    name: 'Hair',
    greeting: 'नमस्ते, क्\u200Dया चाहिए?',
    trigger: { type: 'link', code: 'START' },
    behaviour: {
      onComplete: { email: ['asha@shop.example'], webhookUrl: 'https://shop.example/' },
    },
  })
})

test('a search finds what is meant, and everything when nothing can be seen of it', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { text: 'The blue lamp' })
  const found = async (path: string, q: string) => {
    const query = new URLSearchParams({ q }).toString()
    return (await owner.call('GET', `${path}?${query}`)).body.items.length
  }
  const messages = `/api/chats/sessions/${session.id}/messages`
  for (const path of ['/api/chats/sessions', messages, '/api/jobs', '/api/chats/forms']) {
    const word = path === '/api/jobs' || path === '/api/chats/forms' ? 'sal\u200Bon' : 'la\u00ADmp'
    expect([path, await found(path, `\uFEFF${word}`)]).toEqual([path, 1])
    expect([path, (await found(path, '\u2060')) > 0]).toEqual([path, true])
  }
})
