import { parseArgs } from 'node:util'

import { createAiProvider } from '../src/ai/compatible/compatible-provider.ts'
import { readCorpus, type Case } from './conversation.ts'
import { faults, judge, type Verdict } from './judge.ts'
import { play, type Played } from './play.ts'

const usage = `Usage: pnpm eval:assistant [--only <text>] [--corpus <folder>] [--quiet]

--only takes a language (hi), a kind, or part of an id.

Replays written conversations against the assistant and judges them by facts. With AI_BASE_URL,
AI_MODEL and AI_API_KEY set, that model answers; else the built-in provider.`

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    corpus: { type: 'string', default: import.meta.dirname },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

interface Judged {
  given: Case
  played: Played
  verdict: Verdict
}

const say = (line: string) => process.stdout.write(`${line}\n`)

if (values.help) say(usage)
else await evaluate()

async function evaluate(): Promise<void> {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey } = process.env
  if (baseUrl !== undefined && model === undefined) throw new Error('AI_BASE_URL needs AI_MODEL.')
  const provider = createAiProvider(
    baseUrl === undefined || model === undefined ? undefined : { baseUrl, model, apiKey },
  )
  const cases = chosen(readCorpus(values.corpus))
  if (cases.length === 0) throw new Error(`No language, kind or id is "${values.only}".`)
  const startedAt = performance.now()
  const judged: Judged[] = await inParallel(cases, baseUrl === undefined ? 1 : 8, async (given) => {
    const played = await play(provider, given)
    return { given, played, verdict: judge(given, played) }
  })
  if (!values.quiet)
    for (const one of judged) if (one.verdict.faults.length > 0) printTranscript(one)
  printTable(judged)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const tokens = (kind: 'inputTokens' | 'outputTokens') =>
    judged.reduce((sum, { played }) => sum + played.usage[kind], 0)
  say(
    `${provider.name} (${provider.model}): ${seconds} s, ${tokens('inputTokens')} tokens in, ${tokens('outputTokens')} out`,
  )
}

/** Those of a language or kind; where neither is called so, those whose id has it in it. */
function chosen(cases: Case[]): Case[] {
  const { only } = values
  if (only === undefined) return cases
  const named = cases.filter(
    ({ conversation: { language, kind } }) => language === only || kind === only,
  )
  return named.length > 0 ? named : cases.filter(({ conversation: { id } }) => id.includes(only))
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

function printTranscript({ given: { conversation }, played, verdict }: Judged): void {
  say(`\n── ${conversation.id} (${conversation.kind}, ${conversation.now})`)
  for (const { burst, replies } of played.exchanges) {
    const sent = burst.sends === undefined ? [] : [`[${burst.sends}]`]
    for (const text of [...sent, ...burst.says]) say(`  customer  ${text}`)
    for (const text of replies) say(`  assistant ${text.replaceAll('\n', '\n            ')}`)
    if (replies.length === 0) say('  assistant –')
  }
  say(`  ${played.ending} ${JSON.stringify(played.collected.values)}`)
  for (const { fault, detail } of verdict.faults) say(`  ✗ ${fault}: ${detail}`)
}

function printTable(judged: Judged[]): void {
  const byLanguage = Map.groupBy(judged, ({ given }) => given.conversation.language)
  const rows = [...byLanguage, ['all', judged] as const].map(([language, list]) => {
    const right = list.filter(({ verdict }) => verdict.faults.length === 0).length
    const counts = faults.map(
      (fault) =>
        list.filter(({ verdict }) => verdict.faults.some((one) => one.fault === fault)).length,
    )
    const share = `${Math.round((100 * right) / list.length)} %`
    return [language, `${right} of ${list.length}`, share, ...counts.map(String)]
  })
  const head = ['', 'right', '', ...faults]
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  say('')
  for (const row of [head, ...rows])
    say(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}
