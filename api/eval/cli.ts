import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'

import { chooseProvider } from '../src/modules/ai/choose-provider.ts'
import { translationInstructionsFor } from '../src/modules/ai/compatible/translation-prompt.ts'
import { promptVersion } from '../src/modules/ai/compatible/turn-prompt.ts'
import { readCorpus, type Case } from './conversation.ts'
import { judge } from './judge.ts'
import { play, usageOf, type Played } from './play.ts'
import {
  casesOf,
  readRecordings,
  record,
  recordingFile,
  replay,
  type Recording,
} from './recording.ts'
import { tableOf, transcriptOf, type Judged } from './report.ts'
import { withCachedTranslations } from './translate.ts'

const usage = `Usage: pnpm eval:assistant [options]

  --only <text>        a language (hi), a kind, or part of an id
  --ids <a,b>          these conversations
  --corpus <folder>    your own conversations
  --record <path>      keeps what the model answers, in a file or in one of a folder
  --replay <path>      plays what was recorded, from a file or a folder, without a network
  --parallel <n>       conversations at a time
  --patience <seconds> the longest that a model has for one answer, in two tries
  --all                prints the conversations that went right, too
  --quiet              prints none

Replays written conversations against the assistant and judges them by facts. With AI_BASE_URL,
AI_MODEL and AI_API_KEY set, that model answers; else the built-in provider. A replay with a fault
fails.`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    ids: { type: 'string' },
    corpus: { type: 'string', default: import.meta.dirname },
    record: { type: 'string' },
    replay: { type: 'string' },
    parallel: { type: 'string' },
    patience: { type: 'string', default: '30' },
    all: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

/** The model that answers in a run, and how the run's recordings are distinguished from others. */
interface Run extends Omit<Recording, 'conversations' | 'translations'> {
  play: (given: Case) => Promise<Played>
  parallel: number
}

const print = (line: string) => process.stdout.write(`${line}\n`)

if (values.record !== undefined && values.replay !== undefined)
  throw new Error('What is replayed is recorded already.')
if (values.help) print(usage)
else if (values.replay === undefined)
  await evaluate(await liveRun(), selectCases(readCorpus(values.corpus)))
else if (!(await replayAll(values.replay))) process.exitCode = 1

/** The model that the environment names, or the built-in provider. */
async function liveRun(): Promise<Run> {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = process.env
  if (baseUrl !== undefined && model === undefined) throw new Error('AI_BASE_URL needs AI_MODEL.')
  const settings =
    baseUrl === undefined || model === undefined ? undefined : { baseUrl, model, apiKey }
  const provider = withCachedTranslations(chooseProvider(settings))
  return {
    model: provider.model,
    provider: provider.name,
    promptVersion: `${promptVersion} ${translationVersion()}`,
    date: new Date().toISOString().slice(0, 10),
    play: (given) => play(provider, given, Number(values.patience) * 1000),
    parallel: Number(values.parallel ?? (baseUrl === undefined ? 1 : 8)),
  }
}

/** A version for the instructions of translations, which have no number of their own. */
function translationVersion(): string {
  const instructions = translationInstructionsFor({ texts: [], to: 'en', job: '', business: '' })
  return createHash('sha256').update(instructions).digest('hex').slice(0, 8)
}

/** Replays recordings; returns whether all conversations are right. */
async function replayAll(path: string): Promise<boolean> {
  const corpus = readCorpus(values.corpus)
  const all: Judged[] = []
  for (const recording of readRecordings(path)) {
    const run = { ...recording, play: (given: Case) => replay(recording, given), parallel: 1 }
    all.push(...(await evaluate(run, selectCases(casesOf(recording, corpus)))))
  }
  return all.every(({ verdict }) => verdict.faults.length === 0)
}

async function evaluate(run: Run, cases: Case[]): Promise<Judged[]> {
  const startedAt = performance.now()
  const judged = await inParallel(cases, run.parallel, (given) => playAndJudge(run, given))
  for (const one of judged)
    if (!values.quiet && (values.all || one.verdict.faults.length > 0))
      for (const line of transcriptOf(one)) print(line)
  for (const line of ['', ...tableOf(judged)]) print(line)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const tokens = (kind: 'inputTokens' | 'outputTokens') =>
    judged.reduce((sum, { played }) => sum + usageOf(played)[kind], 0)
  print(
    `${run.provider} (${run.model}): ${seconds} s, ${tokens('inputTokens')} tokens in, ${tokens('outputTokens')} out`,
  )
  return judged
}

async function playAndJudge(
  { play: playOne, parallel: _parallel, ...run }: Run,
  given: Case,
): Promise<Judged> {
  const played = await playOne(given)
  if (values.record !== undefined)
    record(recordingFile(values.record, run.model), run, given, played)
  return { given, played, verdict: judge(given, played) }
}

/** Selects conversations by language or kind; if none matches, by a part of their id. */
function selectCases(cases: Case[]): Case[] {
  const { only, ids } = values
  const wanted = ids?.split(',')
  const among = cases.filter(({ conversation: { id } }) => wanted?.includes(id) ?? true)
  const named = among.filter(
    ({ conversation: { language, kind } }) => language === only || kind === only,
  )
  const found =
    only === undefined
      ? among
      : named.length > 0
        ? named
        : among.filter(({ conversation: { id } }) => id.includes(only))
  if (found.length === 0) throw new Error(`No conversation is "${only ?? ids ?? 'recorded'}".`)
  return found
}

async function inParallel<T, R>(
  items: T[],
  most: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await run(items[index] as T)
    }
  }
  await Promise.all(Array.from({ length: most }, work))
  return results
}
