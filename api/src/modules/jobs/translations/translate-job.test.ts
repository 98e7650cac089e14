import { builtInLanguages } from '@errand/contract/language'
import { expect, test, vi } from 'vitest'

import { openShop } from '../../../../test/assistant-api.ts'
import {
  field,
  form,
  inBrackets,
  question,
  style,
  useTranslations,
} from '../../../../test/translations-api.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { AiInvalidOutput, AiRefused, AiUnavailable } from '../../ai/ai-provider.ts'
import { batchesOf, createTranslateJob } from './translate-job.ts'

const { api, asked, model, work, listOf, textsIn } = useTranslations()

test('a language that fails hinders no other; what is missing is asked for again', async () => {
  model.translate = (request) => {
    if (request.to === 'hi') throw new AiUnavailable('Busy', {})
    if (request.to === 'es') throw new AiRefused('No')
    if (request.to === 'pt') throw new AiInvalidOutput('What?', {})
    return inBrackets(request)
  }
  const { owner, jobId } = await openShop(api, { job: form(style) })
  await expect(work(jobId)).rejects.toThrow('Busy')
  expect(asked.map(({ to }) => to)).toEqual(['hi', 'hi-Latn', 'ar', 'es', 'pt', 'de', 'fr'])
  expect(await textsIn(owner, jobId, 'es')).toMatchObject({ Bob: null })
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'fr Bob' })

  asked.length = 0
  model.translate = inBrackets
  await work(jobId)
  expect(asked.map(({ to }) => to)).toEqual(['hi', 'es', 'pt'])
  expect(await textsIn(owner, jobId, 'hi')).toMatchObject({ Bob: 'hi Bob' })
})

test('a call that fails hinders none behind it, and only what nobody can do is tried again', async () => {
  const many = Array.from({ length: 12 }, (_, at) =>
    field(`more_${at}`, `More ${at}`, {
      order: at,
      question: `${at}: ${'What would you like? '.repeat(12)}`,
    }),
  )
  const { owner, jobId } = await openShop(api, { job: { ...form(...many), language: 'fr' } })
  const failWith = (failure: Error) => {
    asked.length = 0
    model.translate = (request) => {
      if (asked.length === 1) throw failure
      return inBrackets(request)
    }
  }
  failWith(new AiUnavailable('Busy', {}))
  await expect(work(jobId)).rejects.toThrow('Busy')
  expect(await textsIn(owner, jobId, 'fr')).toMatchObject({
    'More 0': null,
    'More 11': 'fr More 11',
  })
  failWith(new AiInvalidOutput('What?', {}))
  await work(jobId)
  expect(asked).toHaveLength(1)
})

test('publications are counted, not how often a provider was tried', async () => {
  const { ownerId, jobId } = await openShop(api, { job: { ...form(style), language: 'fr' } })
  model.translate = () => {
    throw new AiUnavailable('Busy', {})
  }
  await expect(work(jobId)).rejects.toThrow('Busy')
  const again = createTranslateJob({ ...api, log: api.logger })
  await expect(again({ jobId, language: 'fr' })).rejects.toThrow('Busy')
  await expect(again({ jobId, language: 'fr' })).rejects.toThrow('Busy')
  const limit = { key: `translate ${ownerId}`, limit: 2, windowMs: 3_600_000 }
  await consumeRateLimit(api.database.queries, limit)
  await expect(consumeRateLimit(api.database.queries, limit)).rejects.toMatchObject({
    code: 'rate_limited',
  })
})

test('the options of a field are translated side by side, the largest job within its time', () => {
  const textOf = (text: string, kind: 'question' | 'option', label: string) => ({
    text,
    kind,
    label,
  })
  const questions = Array.from({ length: 20 }, (_, at) => textOf(`${at}?`, 'question', 'Why'))
  const optionsOf = (label: string) =>
    Array.from({ length: 30 }, (_, at) => textOf(`${label} ${at}`.padEnd(60, '.'), 'option', label))
  expect(batchesOf([...questions, ...optionsOf('Style')])).toEqual([questions, optionsOf('Style')])

  const largest = Array.from({ length: 30 }, (_, at) => [
    textOf('?'.repeat(300), 'question', `${at}`),
    ...optionsOf(`${at}`),
  ]).flat()
  // A call takes a minute at most, and all of a language an hour.
  expect(batchesOf(largest).length).toBeLessThanOrEqual(45)
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
    expect(texts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2500)
})

test('who publishes very often is translated later', async () => {
  const { owner, ownerId, jobId } = await openShop(api, { job: form(style) })
  const { queries } = api.database
  const limit = { key: `translate ${ownerId}`, limit: 30, windowMs: 3_600_000 }
  for (let count = 0; count < 30; count += 1) await consumeRateLimit(queries, limit)
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

test('a publication has its new texts translated by the queue, once for each language', async () => {
  await api.queue.work({ 'job.translate': createTranslateJob({ ...api, log: api.logger }) })
  const { owner, jobId } = await openShop(api, { job: { ...form(style), name: 'Cuts' } })

  // What was published in other tests waits in the queue, too.
  const ofCuts = () => asked.filter(({ job }) => job === 'Cuts')
  await vi.waitFor(async () =>
    expect(await textsIn(owner, jobId, 'fr')).toMatchObject({ Bob: 'fr Bob' }),
  )
  // In any order, as they are tasks of the same moment.
  const languages = builtInLanguages.filter((one) => one !== 'en').toSorted()
  await vi.waitFor(() =>
    expect(
      ofCuts()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(languages),
  )
  expect(ofCuts().find(({ to }) => to === 'hi')).toEqual({
    to: 'hi',
    job: 'Cuts',
    business: expect.any(String),
    texts: [
      { text: 'Style', kind: 'label', label: 'Style' },
      { text: question, kind: 'question', label: 'Style' },
      { text: 'Bob', kind: 'option', label: 'Style' },
      { text: 'Perm, ₹1,500', kind: 'option', label: 'Style' },
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
