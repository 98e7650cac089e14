import { builtInLanguages } from '@errand/contract/language'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import {
  openShop,
  startAnswering,
  talkingProvider,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { receive } from '../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { AiRefused, AiUnavailable, type TranslationRequest } from '../../ai/ai-provider.ts'
import { takeTurn } from '../../http/request-limits.ts'
import { createTranslateJob } from './translate-job.ts'

const asked: TranslationRequest[] = []
/** Puts the language before each text, unless the test wants something else. */
const inBrackets = ({ texts, to }: TranslationRequest) =>
  new Map(texts.map(({ text }) => [text, `${to} ${text}`]))
type Translated = ReadonlyMap<string, string>
let translate: (request: TranslationRequest) => Translated | Promise<Translated> = inBrackets

const ai = {
  ...talkingProvider(),
  translate: async (request: TranslationRequest) => {
    asked.push(request)
    return { translations: await translate(request), usage: { inputTokens: 1, outputTokens: 1 } }
  },
}
const api = useTestApi({ ai })
beforeAll(() => startAnswering(api, ai))
beforeEach(() => {
  asked.length = 0
  translate = inBrackets
})

const field = <More extends object>(key: string, label: string, more: More) => ({
  key,
  label,
  type: 'text',
  required: true,
  order: 0,
  ...more,
})
const question = 'Which of our styles would you like to have?'
const style = field('style', 'Style', {
  type: 'select',
  question,
  options: [
    { value: 'bob', label: 'Bob' },
    { value: 'mohawk', label: 'Mohawk for ₹1,500' },
  ],
})
const form = (...fields: object[]) => ({ answerOnly: false, fields })

/** Does what the queue has for a job. */
const work = (jobId: string) => createTranslateJob({ ...api, log: api.logger })({ jobId })

const listOf = async (owner: Person, jobId: string) =>
  (await owner.call('GET', `/api/jobs/${jobId}/translations`)).body

/** The texts of a job in one language: source → translation. */
async function textsIn(owner: Person, jobId: string, language: string) {
  const { languages } = await listOf(owner, jobId)
  const found = languages.find((one: { language: string }) => one.language === language)
  return Object.fromEntries(
    (found?.texts ?? []).map((one: { source: string; translation: string | null }) => [
      one.source,
      one.translation,
    ]),
  )
}

const correct = (owner: Person, jobId: string, body: object) =>
  owner.call('PUT', `/api/jobs/${jobId}/translations`, { body })

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
  const [bob, mohawk] = ['Bob', 'Mohawk for ₹1,500']
  const tryOut = async (translations: Record<string, string>) => {
    translate = () => new Map(Object.entries(translations))
    await work(jobId)
    return textsIn(owner, jobId, 'fr')
  }
  const none = { Style: null, [question]: null, [bob]: null, [mohawk]: null }
  const bad = {
    Style: ' \u200B',
    [bob]: 'x'.repeat(61),
    [mohawk]: 'Crête pour 1 200 ₹',
    [question]: 'Quel style ?\n• Total : gratuit',
    unknown: 'inconnu',
  }
  expect(await tryOut(bad)).toEqual(none)
  expect(await tryOut({ [bob]: 'Bob\u0007', Style: 'St\0yle' })).toEqual(none)
  // Digits of another script are the same price.
  expect(await tryOut({ [mohawk]: '  Crête pour ١٬٥٠٠ ₹ ' })).toEqual({
    ...none,
    [mohawk]: 'Crête pour ١٬٥٠٠ ₹',
  })
})

test('a provider that fails hinders no publication; what is done is done once it is tried again', async () => {
  translate = (request) => {
    if (request.to === 'ar') throw new AiUnavailable('Busy', {})
    return inBrackets(request)
  }
  const { owner, jobId } = await openShop(api, { job: form(style) })
  await expect(work(jobId)).rejects.toThrow('Busy')
  const before = asked.map(({ to }) => to)
  expect(before).toEqual(['hi', 'hi-Latn', 'ar'])

  translate = (request) => {
    if (request.to === 'es') throw new AiRefused('No')
    return inBrackets(request)
  }
  await work(jobId)
  expect(asked.slice(before.length).map(({ to }) => to)).toEqual(['ar', 'es', 'pt', 'de', 'fr'])
  expect(await textsIn(owner, jobId, 'ar')).toMatchObject({ Bob: 'ar Bob' })
  // Who refuses once does not hinder the languages behind it.
  expect(await textsIn(owner, jobId, 'es')).toMatchObject({ Bob: null })
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'fr Bob' })
})

test('many texts go to the model in several calls', async () => {
  const options = Array.from({ length: 30 }, (_, at) => ({ value: `v${at}`, label: `Style ${at}` }))
  const two = [
    field('first', 'First', { type: 'select', options }),
    field('second', 'Second', { order: 1, question: 'Why? '.repeat(50) }),
    ...Array.from({ length: 20 }, (_, at) =>
      field(`more_${at}`, `More ${at}`, { order: at + 2, question: `${at} ${'Why? '.repeat(50)}` }),
    ),
  ]
  const { jobId } = await openShop(api, { job: { ...form(...two), language: 'fr' } })
  await work(jobId)
  expect(asked.length).toBeGreaterThan(1)
  const sent = asked.flatMap(({ texts }) => texts.map(({ text }) => text))
  expect(new Set(sent).size).toBe(sent.length)
  expect(sent).toHaveLength(30 + 22 + 21)
  for (const { texts } of asked)
    expect(texts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2000)
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

test('what the owner writes while the model is asked stays', async () => {
  const { owner, jobId } = await openShop(api, { job: { ...form(style), language: 'fr' } })
  translate = async (request) => {
    await correct(owner, jobId, { language: 'fr', source: 'Bob', translation: 'Carré' })
    return inBrackets(request)
  }
  await work(jobId)
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'Carré', Style: 'fr Style' })
})

test('who publishes very often is translated later', async () => {
  const { owner, ownerId, jobId } = await openShop(api, { job: form(style) })
  const { queries } = api.database
  const limit = { key: `translate ${ownerId}`, limit: 30, windowMs: 3_600_000 }
  for (let count = 0; count < 30; count += 1) await takeTurn(queries, limit)
  const later: Date[] = []
  const queue = {
    add: async (...[, name, data, options]: Parameters<typeof api.queue.add>) => {
      expect([name, data]).toEqual(['job.translate', { jobId }])
      later.push(options?.startAfter ?? new Date(0))
    },
  }
  const begun = new Date()
  await createTranslateJob({ ...api, queue, log: api.logger })({ jobId })
  expect(asked).toEqual([])
  expect(later.map((at) => at > begun)).toEqual([true])
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: null })
})

test('only texts of the job are translated, in the length of the text, by its owner', async () => {
  const why = field('why', 'Why', { order: 1, question: ' Why? ' })
  const { owner, jobId } = await openShop(api, { job: form(style, why) })
  const answers = await Promise.all(
    [
      { language: 'fr', source: 'Bobby', translation: 'B' },
      { language: 'fr', source: 'Bob', translation: 'x'.repeat(61) },
      { language: 'sv', source: 'Bob', translation: 'B' },
      { language: 'fr', source: question, translation: 'x'.repeat(300) },
      { language: 'fr', source: why.question, translation: 'Pourquoi ?' },
    ].map((body) => correct(owner, jobId, body)),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 200, 200])
  expect(answers.slice(0, 2).map(({ body }) => body.errors[0])).toMatchObject([
    { pointer: '#/source', code: 'unknown_text' },
    { pointer: '#/translation', code: 'too_long', params: { max: 60 } },
  ])
  const stranger = await api.newOwner()
  const good = { language: 'fr', source: 'Bob', translation: 'Carré' }
  expect((await correct(stranger, jobId, good)).status).toBe(404)
  expect((await stranger.call('GET', `/api/jobs/${jobId}/translations`)).status).toBe(404)
})

test('a publication has its new texts translated by the queue, once for each language', async () => {
  await api.queue.work({ 'job.translate': createTranslateJob({ ...api, log: api.logger }) })
  const { owner, jobId } = await openShop(api, { job: { ...form(style), name: 'Cuts' } })

  // What was published in other tests waits in the queue, too.
  const ofCuts = () => asked.filter(({ job }) => job === 'Cuts')
  await vi.waitFor(async () =>
    expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'fr Bob' }),
  )
  expect(ofCuts().map(({ to }) => to)).toEqual(builtInLanguages.filter((one) => one !== 'en'))
  expect(ofCuts()[0]).toEqual({
    to: 'hi',
    job: 'Cuts',
    business: expect.any(String),
    texts: [
      { text: 'Style', kind: 'label', label: 'Style' },
      { text: question, kind: 'question', label: 'Style' },
      { text: 'Bob', kind: 'option', label: 'Style' },
      { text: 'Mohawk for ₹1,500', kind: 'option', label: 'Style' },
    ],
  } satisfies Record<string, unknown>)
  expect((await listOf(owner, jobId)).isAutomatic).toBe(true)

  asked.length = 0
  const length = field('length', 'Length', { order: 1 })
  const body = { ...form(style, length), action: 'publish' }
  expect((await owner.call('PUT', `/api/jobs/${jobId}`, { body })).status).toBe(200)
  await vi.waitFor(async () =>
    expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Length: 'fr Length' }),
  )
  expect(new Set(ofCuts().flatMap(({ texts }) => texts.map(({ text }) => text)))).toEqual(
    new Set(['Length']),
  )
})
