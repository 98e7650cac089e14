import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { readCorpus } from '../../eval/conversation.ts'
import { judge } from '../../eval/judge.ts'
import { play, type Played } from '../../eval/play.ts'
import { casesOf, readRecordings, record, recordingFile, replayOf } from '../../eval/recording.ts'
import { builtInProvider } from './built-in/built-in-provider.ts'

const evaluation = join(import.meta.dirname, '../../eval')
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
      const { faults } = judge(given, await play(replayOf(recording, id), given))
      found.push(
        ...faults.map(({ fault, detail }) => `${recording.model} ${id}: ${fault}: ${detail}`),
      )
    }
  return found
}

test('what models answered when they were recorded still comes out right', async () => {
  expect(await faultsIn(join(evaluation, 'recordings'))).toEqual([])
})

const caseOf = (wanted: string) => {
  const given = corpus.find(({ conversation: { id } }) => id === wanted)
  if (given === undefined) throw new Error(`There is no conversation ${wanted}`)
  return given
}

const keep = (id: string, { exchanges, translated }: Omit<Played, 'collected' | 'ending'>) =>
  record(recordingFile(folder, run.model), run, caseOf(id), { exchanges, translated })

test('a recorded conversation is played again as it was', async () => {
  const ids = [
    'salon-en-facial-price-card',
    'realestate-ar-voice-first',
    'cleaning-fr-photo-du-four',
  ]
  const first = await Promise.all(ids.map((id) => play(builtInProvider, caseOf(id))))
  for (const [index, id] of ids.entries()) keep(id, first[index] as Played)

  const [recording, ...others] = readRecordings(folder)
  if (recording === undefined) throw new Error('Nothing was recorded')

  expect(others).toEqual([])
  expect(recording).toMatchObject(run)
  expect(Object.keys(recording.conversations)).toEqual(ids.toSorted())
  const again = await Promise.all(ids.map((id) => play(replayOf(recording, id), caseOf(id))))
  expect(again).toEqual(first)
})

test('a recording that is wrong, too short or of other words is found by its conversation', async () => {
  const wrong = 'coaching-en-van-from-mansarovar'
  const short = 'salon-en-mens-cut-tomorrow'
  const other = 'bakery-en-how-many-then-stop'
  const { exchanges, translated } = await play(builtInProvider, caseOf(short))
  keep(short, { exchanges: exchanges.slice(0, -1), translated })
  keep(other, { exchanges: exchanges.slice(0, 1), translated })
  const [van] = (await play(builtInProvider, caseOf(wrong))).exchanges
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
