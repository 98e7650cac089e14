import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { readCorpus } from '../../../eval/conversation.ts'
import { isRight, judge, type Fault } from '../../../eval/judge.ts'
import { play } from '../../../eval/play.ts'
import {
  fails,
  hangsUp,
  says,
  startAiServer,
  type AiServer,
  type Behaviour,
} from '../../../test/ai-server.ts'
import type { AiProvider } from '../ai/ai-provider.ts'
import { compatibleProvider } from '../ai/compatible/compatible-provider.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'

const corpus = readCorpus(join(import.meta.dirname, '../../../eval'))
/** What never happens, whoever answers. */
const grave = new Set<Fault>(['invented', 'past booking', 'broken promise', 'silent'])

async function judgeAll(provider: AiProvider, cases = corpus) {
  const verdicts: { id: string; language: string; isRight: boolean; faults: Fault[] }[] = []
  for (const given of cases) {
    const verdict = judge(given, await play(provider, given))
    const { id, language } = given.conversation
    const faults = verdict.faults.map(({ fault }) => fault)
    verdicts.push({ id, language, isRight: isRight(verdict), faults })
  }
  return verdicts
}

/** So many of a hundred are right at least. */
const least: Record<string, number> = {
  en: 90,
  hi: 90,
  'hi-Latn': 90,
  es: 90,
  ar: 90,
  pt: 75,
  de: 75,
  fr: 75,
}

test('the built-in provider makes no grave mistake, and handles most conversations', async () => {
  const verdicts = await judgeAll(rulesProvider)

  expect(verdicts.filter(({ faults }) => faults.some((fault) => grave.has(fault)))).toEqual([])
  for (const [language, all] of Map.groupBy(verdicts, (one) => one.language)) {
    const right = all.filter((one) => one.isRight).length
    expect({ language, share: (100 * right) / all.length }).toMatchObject({
      share: expect.toSatisfy((share: number) => share >= (least[language] ?? 0)),
    })
  }
})

let server: AiServer
beforeAll(async () => {
  server = await startAiServer()
})
afterAll(() => server.stop())

const busy = (status: number) => fails(status, { 'retry-after': '0' })
const wrongLanguage = JSON.stringify({
  reply: 'Ik heb dat opgeschreven, en wat is uw naam alstublieft?',
})
/** What models and their services do wrong, each before they answer as they should. */
const misbehaviours: [string, (good: string) => Behaviour][] = [
  ['late or endless', () => hangsUp],
  ['cut off', (good) => says(good.slice(0, 60), 'length')],
  ['no JSON', () => says('Sure! Which day suits you?')],
  ['of another schema', () => says('{"text":"hello"}')],
  ['an error', () => busy(500)],
  ['too busy', () => busy(429)],
  ['empty', () => says('')],
  ['in a code block', (good) => says(`\`\`\`json\n${good}\n\`\`\``)],
  ['another object', () => says(wrongLanguage)],
]

/** Enough for each of them to come twice: a service that hangs up is tried again after a second. */
const rarely = 3

test('conversations through the real client end the same after any fault', async () => {
  const client = compatibleProvider({ baseUrl: server.baseUrl, model: 'small-1' })
  let turns = 0
  const throughClient: AiProvider = {
    ...rulesProvider,
    answer: async (request, options) => {
      const { turn } = await rulesProvider.answer(request, options)
      // A model answers for every field, and for none that came as a file.
      const keys = request.fields
        .filter(({ field }) => field.type !== 'file')
        .map(({ field }) => field.key)
      const all = <T>(record: Record<string, T>) =>
        Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
      const good = JSON.stringify({
        ...turn,
        fields: all(turn.fields),
        evidence: all(turn.evidence),
      })
      server.forget()
      if (turns % rarely === 0) {
        const [, behave] = misbehaviours[(turns / rarely) % misbehaviours.length] ?? []
        if (behave !== undefined) server.behaviours.push(behave(good))
      }
      turns += 1
      server.behaviours.push(says(good), says(good))
      return client.answer(request, options)
    },
  }
  // The client knows no language; these letters need several bytes each.
  const hindi = corpus.filter(({ conversation }) => conversation.language === 'hi')
  const direct = await judgeAll(rulesProvider, hindi)

  expect(await judgeAll(throughClient, hindi)).toEqual(direct)
  expect(turns).toBeGreaterThanOrEqual(2 * rarely * misbehaviours.length)
})
