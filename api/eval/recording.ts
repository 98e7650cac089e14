import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

import * as z from 'zod/mini'

import { noUsage, type AiProvider } from '../src/modules/ai/ai-provider.ts'
import type { Turn } from '../src/modules/ai/turn.ts'
import type { Case } from './conversation.ts'
import { play, type Played } from './play.ts'

/** One answer of a provider, or its failure, with the customer's messages. */
const answerSchema = z.union([
  z.object({
    says: z.array(z.string()),
    turn: z.custom<Turn>((value) => typeof value === 'object' && value !== null),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }),
  }),
  z.object({ says: z.array(z.string()), error: z.string() }),
])
type Answer = z.output<typeof answerSchema>

const recordingSchema = z.object({
  model: z.string(),
  provider: z.string(),
  promptVersion: z.string(),
  date: z.string(),
  /** Translations by language and source text; null where the model had no usable one. */
  translations: z.record(z.string(), z.record(z.string(), z.nullable(z.string()))),
  /** By the conversation's id, in the order in which they were given. */
  conversations: z.record(z.string(), z.array(answerSchema)),
})

/** The unchecked answers of a model in each conversation of a run. */
export type Recording = z.output<typeof recordingSchema>

/** The recordings at a path: one file, or all of a folder. */
export function readRecordings(path: string): Recording[] {
  const files = filesAt(path)
  if (files.length === 0) throw new Error(`There is no recording in ${path}.`)
  return files.map((file) => recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8'))))
}

const filesAt = (path: string): string[] =>
  path.endsWith('.json')
    ? [path]
    : readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name) => join(path, name))

/** Where a run of a model is kept: a folder has one file for each model. */
export const recordingFile = (path: string, model: string): string =>
  path.endsWith('.json') ? path : join(path, `${model.replaceAll(/[^\w.-]+/g, '-')}.json`)

/**
 * Keeps what was answered in one conversation. A run of the same model with the same prompt is gone on
 * with, so that one conversation can be played again; any other file is written anew.
 */
export function record(
  file: string,
  run: Omit<Recording, 'conversations' | 'translations'>,
  { conversation: { id, language } }: Pick<Case, 'conversation'>,
  { exchanges, translated }: Pick<Played, 'exchanges' | 'translated'>,
): void {
  const [before] = existsSync(file) ? readRecordings(file) : []
  const isSame = (['model', 'provider', 'promptVersion'] as const).every(
    (key) => before?.[key] === run[key],
  )
  const earlier = isSame ? before : undefined
  const conversations = sorted({ ...earlier?.conversations, [id]: answersIn(exchanges) })
  const texts = sorted({
    ...earlier?.translations[language],
    ...Object.fromEntries(translated),
  })
  const translations = sorted({ ...earlier?.translations, [language]: texts })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...run, translations, conversations }, null, 2)}\n`)
}

const sorted = <T>(all: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1)))

const answersIn = (exchanges: Played['exchanges']): Answer[] =>
  exchanges.flatMap<Answer>(({ burst: { says }, wrote, error }) => {
    if (wrote !== undefined) return [{ says, ...wrote }]
    return error === undefined ? [] : [{ says, error }]
  })

/** The conversations that a recording has. */
export function casesOf({ conversations }: Recording, corpus: readonly Case[]): Case[] {
  const known = new Map(corpus.map((given) => [given.conversation.id, given]))
  return Object.keys(conversations).map((id) => {
    const given = known.get(id)
    if (given === undefined) throw new Error(`There is no conversation ${id}, which was recorded.`)
    return given
  })
}

/** Plays a conversation with its recording alone, without a network. */
export async function replay(recording: Recording, given: Case): Promise<Played> {
  const rest = [...(recording.conversations[given.conversation.id] ?? [])]
  const played = await play(replaying(recording, rest), given)
  const left = rest.map(({ says }) => `Nothing asked for the answer to "${says.join(' / ')}".`)
  return { ...played, failures: [...played.failures, ...left] }
}

/** Takes its answers from the front of a list. */
function replaying(
  { translations }: Recording,
  rest: Answer[],
): Pick<AiProvider, 'answer' | 'translate'> {
  return {
    answer: async ({ inbound }) => {
      const next = rest.shift()
      if (next === undefined) throw new Error('The recording has no more answers.')
      const says = inbound.map(({ text }) => text).filter((text) => text !== '')
      if (!isDeepStrictEqual(says, next.says))
        throw new Error(`The recorded answer is one to "${next.says.join(' / ')}".`)
      if ('error' in next) throw new Error(next.error)
      return { turn: next.turn, usage: next.usage }
    },
    translate: async ({ texts, to }) => {
      const known = translations[to] ?? {}
      const missing = texts.filter(({ text }) => known[text] === undefined)
      if (missing.length > 0)
        throw new Error(`not recorded: ${missing.map(({ text }) => text).join(' / ')}`)
      const found = texts.flatMap(({ text }) => {
        const translation = known[text] ?? null
        return translation === null ? [] : [[text, translation] as const]
      })
      return { translations: new Map(found), usage: noUsage }
    },
  }
}
