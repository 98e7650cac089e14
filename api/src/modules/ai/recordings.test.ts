import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { readCorpus } from '../../../eval/conversation.ts'
import { judge } from '../../../eval/judge.ts'
import { play, usageOf, type Played } from '../../../eval/play.ts'
import { casesOf, readRecordings, record, recordingFile, replay } from '../../../eval/recording.ts'
import { withCachedTranslations } from '../../../eval/translate.ts'
import { AiRefused, AiUnavailable, noUsage } from './ai-provider.ts'
import { rulesProvider } from './rules/rules-provider.ts'

const evaluation = join(import.meta.dirname, '../../../eval')
const corpus = readCorpus(evaluation)
const run = { model: 'small/1', provider: 'ai.example', promptVersion: '3', date: '2026-12-01' }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Each fault of each conversation that was recorded in a folder. */
async function faultsIn(path: string): Promise<string[]> {
  const found: string[] = []
  for (const recording of readRecordings(path))
    for (const given of casesOf(recording, corpus)) {
      const { id } = given.conversation
      const { faults } = judge(given, await replay(recording, given))
      found.push(
        ...faults.map(({ fault, detail }) => `${recording.model} ${id}: ${fault}: ${detail}`),
      )
    }
  return found
}

test('recorded model answers still give the right conversations', async () => {
  expect(await faultsIn(join(evaluation, 'recordings'))).toEqual([])
})

const caseOf = (wanted: string) => {
  const given = corpus.find(({ conversation: { id } }) => id === wanted)
  if (given === undefined) throw new Error(`There is no conversation ${wanted}`)
  return given
}

const keep = (id: string, { exchanges, translated }: Pick<Played, 'exchanges' | 'translated'>) =>
  record(recordingFile(folder, run.model), run, caseOf(id), { exchanges, translated })

test('a replay equals the recorded conversation', async () => {
  const ids = [
    'salon-en-facial-price-card',
    'realestate-ar-voice-first',
    'cleaning-fr-photo-du-four',
  ]
  const first = await Promise.all(ids.map((id) => play(rulesProvider, caseOf(id))))
  for (const [index, id] of ids.entries()) keep(id, first[index] as Played)

  const [recording, ...others] = readRecordings(folder)
  if (recording === undefined) throw new Error('Nothing was recorded')

  expect(others).toEqual([])
  expect(recording).toMatchObject(run)
  expect(Object.keys(recording.conversations)).toEqual(ids.toSorted())
  const again = await Promise.all(ids.map((id) => replay(recording, caseOf(id))))
  expect(again).toEqual(first)
})

test('a wrong, too short or mismatched recording is reported with its conversation', async () => {
  const wrong = 'coaching-en-van-from-mansarovar'
  const short = 'salon-en-mens-cut-tomorrow'
  const other = 'bakery-en-how-many-then-stop'
  const { exchanges, translated } = await play(rulesProvider, caseOf(short))
  keep(short, { exchanges: exchanges.slice(0, -1), translated })
  keep(other, { exchanges: exchanges.slice(0, 1), translated })
  const [van] = (await play(rulesProvider, caseOf(wrong))).exchanges
  if (van?.wrote === undefined) throw new Error('Nothing was answered')
  const turn = { ...van.wrote.turn, reply: 'Yes, we have a van for everybody.', unanswered: null }
  keep(wrong, { exchanges: [{ ...van, wrote: { ...van.wrote, turn } }], translated })

  expect(await faultsIn(folder)).toEqual(
    expect.arrayContaining([
      `small/1 ${short}: silent: The recording has no more answers.`,
      `small/1 ${other}: silent: The recorded answer is one to "hi / need appointment for haircut, mens".`,
      `small/1 ${wrong}: said what it must not: yes, we have`,
    ]),
  )
})

test('an unused recorded answer and a missing translation are reported', async () => {
  const longer = 'salon-en-mens-cut-tomorrow'
  const untold = 'realestate-ar-voice-first'
  const { exchanges, translated } = await play(rulesProvider, caseOf(longer))
  keep(longer, { exchanges: [...exchanges, ...exchanges.slice(0, 1)], translated })
  keep(untold, await play(rulesProvider, caseOf(untold)))
  const file = recordingFile(folder, run.model)
  const text = readFileSync(file, 'utf8')
  // What the model cannot translate is known, and no fault.
  expect(text).toContain('"Budget": null,')
  writeFileSync(file, text.replace('"Budget": null,', ''))

  expect((await faultsIn(folder)).filter((fault) => fault.includes('incomplete'))).toEqual([
    `small/1 ${untold}: incomplete: into ar: not recorded: Budget`,
    `small/1 ${longer}: incomplete: Nothing asked for the answer to "hi / need appointment for haircut, mens".`,
  ])
})

test('a failed translation is reported and retried, and the second one is cached', async () => {
  const given = caseOf('realestate-ar-voice-first')
  const usage = { inputTokens: 90, outputTokens: 30 }
  let calls = 0
  const provider = withCachedTranslations({
    ...rulesProvider,
    translate: async ({ texts }) => {
      calls += 1
      if (calls === 1) throw new AiUnavailable('The provider is overloaded.', { usage })
      return { translations: new Map(texts.map(({ text }) => [text, text])), usage }
    },
  })

  const first = await play(provider, given)
  expect(judge(given, first).faults).toContainEqual({
    fault: 'incomplete',
    detail: 'into ar: The provider is overloaded.',
  })
  const [second, third] = [await play(provider, given), await play(provider, given)]
  expect(second.translated.get('Budget')).toBe('Budget')
  expect(third.translated).toEqual(second.translated)
  expect([first, second, third].map(usageOf)).toEqual([usage, usage, noUsage])
})

test('a refused translation is reported and recorded as refused', async () => {
  const id = 'realestate-ar-voice-first'
  const refused = await play(
    {
      ...rulesProvider,
      translate: async () => {
        throw new AiRefused('It will not.')
      },
    },
    caseOf(id),
  )
  keep(id, refused)

  expect(refused.failures).toEqual(['into ar: It will not.'])
  expect((await faultsIn(folder)).filter((fault) => fault.includes('incomplete'))).toEqual([])
})
