import type { generateSchema } from '@errand/contract/job-generation'
import type { TextKind } from '@errand/contract/job-translations'
import type * as z from 'zod/mini'

import { Problem } from '../../platform/http/problem.ts'
import type { Drafts } from './drafts.ts'
import type { FieldRequest, SummaryRequest, Turn, TurnRequest } from './turn.ts'

/** An owner's description of the job to draft. */
export type DraftRequest = z.output<typeof generateSchema>

/** The tokens that a call of a provider used. */
export interface Usage {
  inputTokens: number
  outputTokens: number
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

/** The texts of a job to translate. */
export interface TranslationRequest {
  texts: {
    text: string
    kind: TextKind
    /** The label of the field that it belongs to, or what it is of the job. */
    label: string
  }[]
  /** BCP 47. */
  to: string
  /** The names of the job and the business, as context for ambiguous words. */
  job: string
  business: string
}

/** A warning to the owner about a draft. */
export interface DraftWarning {
  code: string
  text: string
}

/** What answers and writes: a model, or the built-in rules. */
export interface AiProvider {
  /** The name shown to people. */
  name: string
  model: string
  /** Whether it can translate an owner's own texts. */
  canTranslate: boolean
  /**
   * Drafts a part of a job. The draft has the requested shape, but its content is not checked. Throws
   * `AiUnavailable` or `AiRefused`.
   */
  draft: <K extends keyof Drafts>(
    kind: K,
    request: DraftRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ draft: Drafts[K]; usage: Usage; warnings?: DraftWarning[] }>
  /** Summarises messages that are too old for the prompt. Throws as the others do. */
  summarise: (
    request: SummaryRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ summary: string; usage: Usage }>
  /**
   * Translates texts of a job; the result is keyed by the given text and lacks those it could not
   * translate. Throws as the others do.
   */
  translate: (
    request: TranslationRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ translations: ReadonlyMap<string, string>; usage: Usage }>
  /**
   * Answers a contact. The caller checks whether the values in the turn are valid. Throws
   * `AiUnavailable` or `AiRefused`.
   */
  answer: (
    request: TurnRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ turn: Turn; usage: Usage }>
  /**
   * Reads one answer from an edited message that starts no run. It must not use the network, because
   * the chat is locked meanwhile.
   */
  readField: (request: FieldRequest) => Promise<{ value: unknown; evidence: string } | undefined>
}

/** What the built-in rules answer in any thread. */
export const builtIn = {
  name: 'built-in',
  model: 'templates',
  canTranslate: false,
  // What the product says itself is known without being asked for.
  translate: async () => ({ translations: new Map(), usage: noUsage }),
} satisfies Partial<AiProvider>

/** The provider cannot answer now. */
export class AiUnavailable extends Error {
  override readonly name = 'AiUnavailable'
  /** The seconds after which a retry makes sense. */
  readonly retryAfter: number
  /** The tokens that were used in vain. */
  readonly usage: Usage

  constructor(
    message: string,
    {
      cause,
      retryAfter = 30,
      usage = noUsage,
    }: { cause?: unknown; retryAfter?: number; usage?: Usage },
  ) {
    super(message, { cause })
    this.retryAfter = retryAfter
    this.usage = usage
  }
}

/** The provider took too long. */
export class AiTimedOut extends AiUnavailable {}

/** The provider answered twice in a form that does not match the schema. */
export class AiInvalidOutput extends AiUnavailable {}

/** The provider refuses the request; the message says why and may be shown to the caller. */
export class AiRefused extends Error {
  override readonly name = 'AiRefused'
  /** The tokens that were used in vain. */
  readonly usage: Usage

  constructor(message: string, usage = noUsage) {
    super(message)
    this.usage = usage
  }
}

/** Turns a provider's failure into a problem for the caller; other errors are returned unchanged. */
export function toAiProblem(error: unknown): unknown {
  if (error instanceof AiRefused) return new Problem('ai_refused', { detail: error.message })
  if (!(error instanceof AiUnavailable)) return error
  const { retryAfter } = error
  const detail = 'Nothing was lost. Try again in a moment, or write it yourself.'
  return new Problem('ai_unavailable', { detail, retryAfter, cause: error })
}

/** How often a provider that times out is asked. */
export const maxTries = 2

/** The first try gets most of the time, for slow models; the rest is for a retry of one that hangs. */
export const tryTimeoutMs = (tries: number, withinMs: number): number =>
  withinMs * (tries === 1 ? 0.75 : 0.25)

interface TryLimits {
  /** Aborted when the caller no longer waits. */
  signal: AbortSignal
  /** How long all tries together may take. */
  withinMs: number
}

/** Answers a contact, with a retry if the provider times out. */
export async function answerWithRetry(
  ai: Pick<AiProvider, 'answer'>,
  request: TurnRequest,
  { signal, withinMs }: TryLimits,
): Promise<{ turn: Turn; usage: Usage }> {
  for (let tries = 1; ; tries += 1) {
    const share = AbortSignal.timeout(tryTimeoutMs(tries, withinMs))
    try {
      return await ai.answer(request, { signal: AbortSignal.any([signal, share]) })
    } catch (error) {
      const isLate = error instanceof AiTimedOut && !signal.aborted
      if (!isLate || tries === maxTries) throw error
    }
  }
}

/** A model's output without characters that PostgreSQL refuses, which models may repeat from a prompt. */
export function toStorable<T>(said: T): T {
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
  return JSON.parse(JSON.stringify(said), clean) as T
}
