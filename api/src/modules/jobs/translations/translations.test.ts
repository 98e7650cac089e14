import { expect, test } from 'vitest'

import { openShop, turnOf, waitForQuiet } from '../../../../test/assistant-api.ts'
import { readChat, receive } from '../../../../test/chat-api.ts'
import {
  field,
  form,
  inBrackets,
  question,
  style,
  useTranslations,
} from '../../../../test/translations-api.ts'

const { api, ai, asked, model, work, listOf, textsIn, correct } = useTranslations()

test('a job of one language is translated into that one, where it is written in another', async () => {
  const written = await openShop(api, { job: { ...form(style), language: 'en-IN' } })
  expect((await listOf(written.owner, written.jobId)).languages).toEqual([])
  await work(written.jobId)
  expect(asked).toEqual([])

  const { jobId } = await openShop(api, { job: { ...form(style), language: 'ar' } })
  await work(jobId)
  expect(asked.map(({ to }) => to)).toEqual(['ar'])
})

test('what the product says itself is known, and paid to nobody', async () => {
  const name = field('name', 'Name', { question: 'May I have your name, please?' })
  const { owner, jobId } = await openShop(api, { job: form(name) })
  await work(jobId)
  expect(asked).toEqual([])
  expect(await textsIn(owner, jobId, 'hi')).toEqual({
    Name: 'नाम',
    'May I have your name, please?': 'कृपया अपना नाम बताइए।',
  })
})

test('a translation that could not stand in the place of the text is not kept', async () => {
  const { owner, jobId } = await openShop(api, { job: { ...form(style), language: 'fr' } })
  const [bob, perm] = ['Bob', 'Perm, ₹1,500']
  const tryOut = async (translations: Record<string, string>) => {
    model.translate = () => new Map(Object.entries(translations))
    await work(jobId)
    return textsIn(owner, jobId, 'fr')
  }
  const none = { Style: null, [question]: null, [bob]: null, [perm]: null }
  const bad = {
    Style: ' \u200B',
    [bob]: 'x'.repeat(61),
    [perm]: 'Permanente 1 200 ₹',
    [question]: 'Quel style ?\n• Total : gratuit',
    unknown: 'inconnu',
  }
  expect(await tryOut(bad)).toEqual(none)
  expect(await tryOut({ [bob]: 'Bob\u0007', Style: 'St\0yle' })).toEqual(none)
  // It would be no button any more.
  expect(await tryOut({ [bob]: 'Carré court à la mode' })).toEqual(none)
  // Digits of another script are the same price.
  expect(await tryOut({ [perm]: '  Permanente ١٬٥٠٠ ₹ ' })).toEqual({
    ...none,
    [perm]: 'Permanente ١٬٥٠٠ ₹',
  })
})

test('no two options of a field are called the same, whoever translates them', async () => {
  const options = ['Morning', 'Afternoon', 'Evening'].map((label) => ({
    value: label.toLowerCase(),
    label,
  }))
  const part = field('part', 'Part', { type: 'select', question, options })
  const { owner, jobId } = await openShop(api, { job: { ...form(part), language: 'es' } })
  const said = { Morning: 'Mañana', Afternoon: 'Tarde', Evening: 'tarde' }
  model.translate = () => new Map(Object.entries(said))
  await work(jobId)
  const inSpanish = { Morning: 'Mañana', Afternoon: 'Tarde', Evening: null }
  expect(await textsIn(owner, jobId, 'es')).toMatchObject(inSpanish)

  const evening = { language: 'es', source: 'Evening' }
  const refused = await correct(owner, jobId, { ...evening, translation: 'TARDE' })
  expect(refused.body.errors).toEqual([
    {
      pointer: '#/translation',
      code: 'duplicate',
      detail: 'Another option has this name.',
    },
  ])
  // The owner's name of another is free where contacts do not read it.
  const free = await correct(owner, jobId, { ...evening, translation: 'Morning' })
  expect(free.status).toBe(200)
})

test('a correction counts in an open chat and outlives publications, until it is taken back', async () => {
  const { owner, jobId } = await openShop(api, { job: form(style) })
  await work(jobId)
  const { session } = await receive(owner, { text: 'Bonjour' })
  await waitForQuiet(api, session.id)
  const readIn = (language: string) => ai.asked.at(-1)?.job.translations.get(language)?.get('Bob')
  expect(readIn('fr')).toBe('fr Bob')

  const bob = { language: 'fr', source: 'Bob' }
  const corrected = await correct(owner, jobId, { ...bob, translation: '  Carré court ' })
  expect(corrected.body).toEqual({
    success: true,
    text: { source: 'Bob', kind: 'option', translation: 'Carré court', corrected: true },
  })
  await receive(owner, { text: 'Et alors ?' })
  await waitForQuiet(api, session.id, 2)
  expect(readIn('fr')).toBe('Carré court')
  expect(readIn('de')).toBe('de Bob')

  await owner.call('PUT', `/api/jobs/${jobId}`, { body: { action: 'publish' } })
  await work(jobId)
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'Carré court' })

  const tested = { messages: [{ author: 'contact', text: 'Bonjour' }] }
  await owner.call('POST', `/api/jobs/${jobId}/test`, { body: tested })
  expect(readIn('fr')).toBe('Carré court')

  expect((await correct(owner, jobId, { ...bob, translation: '' })).status).toBe(200)
  await work(jobId)
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'fr Bob' })
})

test('the last words of a job are read in the language of the contact', async () => {
  const [done, later] = ['The workshop will call you.', 'Neha will write to you.']
  const job = { ...form(style), completionMessage: done, handoffMessage: later }
  const { owner, jobId } = await openShop(api, { job })
  await work(jobId)
  expect(await textsIn(owner, jobId, 'de')).toMatchObject({
    [done]: `de ${done}`,
    [later]: `de ${later}`,
  })
  await correct(owner, jobId, { language: 'de', source: later, translation: 'Neha schreibt dir.' })
  const over = { action: 'handoff', handoffReason: 'missing_knowledge', language: 'de' } as const
  ai.says(() => turnOf('Moment.', over))

  const { session } = await receive(owner, { text: 'Ich möchte bitte mit jemandem sprechen' })
  await waitForQuiet(api, session.id)

  const { items } = await readChat(owner, session.id)
  expect(items.at(-1)).toMatchObject({ text: 'Neha schreibt dir.' })
})

test('a text of a thousand Chinese characters can be translated', async () => {
  const done = Array.from({ length: 1000 }, (_, at) =>
    String.fromCodePoint(0x4e_00 + at * 13),
  ).join('')
  const { owner, jobId } = await openShop(api, { job: { ...form(style), completionMessage: done } })
  const correction = { language: 'de', source: done, translation: 'Bis bald.' }
  expect(await correct(owner, jobId, correction)).toMatchObject({ status: 200 })
  expect(await textsIn(owner, jobId, 'de')).toMatchObject({ [done]: 'Bis bald.' })
})

test('what the owner writes while the model is asked stays', async () => {
  const { owner, jobId } = await openShop(api, { job: { ...form(style), language: 'fr' } })
  model.translate = async (request) => {
    await correct(owner, jobId, { language: 'fr', source: 'Bob', translation: 'Carré' })
    return inBrackets(request)
  }
  await work(jobId)
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'Carré', Style: 'fr Style' })
})

test('only texts of the job are translated, in the length of the text, by its owner', async () => {
  const why = field('why', 'Why', { order: 1, question: ' Why? ' })
  const { owner, jobId } = await openShop(api, { job: form(style, why) })
  const answers = await Promise.all(
    [
      { language: 'fr', source: 'Bobby', translation: 'B' },
      { language: 'fr', source: 'Bob', translation: 'x'.repeat(61) },
      { language: 'fr', source: 'Bob', translation: 'Court\n• Total : gratuit' },
      { language: 'fr', source: 'Bob', translation: 'Cou\u0007rt' },
      { language: 'en', source: 'Bob', translation: 'Short' },
      { language: 'sv', source: 'Bob', translation: 'B' },
      { language: 'fr', source: question, translation: 'x'.repeat(300) },
      { language: 'fr', source: why.question, translation: 'Pourquoi ?' },
    ].map((body) => correct(owner, jobId, body)),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422, 200, 200])
  expect(answers.slice(0, 5).map(({ body }) => body.errors[0])).toMatchObject([
    { pointer: '#/source', code: 'unknown_text' },
    { pointer: '#/translation', code: 'too_long', params: { max: 60 } },
    { pointer: '#/translation', code: 'invalid_text' },
    { pointer: '#/translation', code: 'invalid_text' },
    { pointer: '#/language', code: 'unknown_language' },
  ])
  const stranger = await api.newOwner()
  const good = { language: 'fr', source: 'Bob', translation: 'Carré' }
  expect((await correct(stranger, jobId, good)).status).toBe(404)
  expect((await stranger.call('GET', `/api/jobs/${jobId}/translations`)).status).toBe(404)
})
