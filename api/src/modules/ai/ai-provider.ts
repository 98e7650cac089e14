import type { generateSchema } from '@errand/contract/job-generation'
import type { TextKind } from '@errand/contract/job-translations'
import type * as z from 'zod/mini'

import { Problem } from '../../platform/http/problem.ts'
import type { Drafts } from './drafts.ts'
import type { FieldRequest, SummaryRequest, Turn, TurnRequest } from './turn.ts'

/** What an owner says of the job that they want. */
export type DraftRequest = z.output<typeof generateSchema>

/** What a call of a provider took. */
export interface Usage {
  inputTokens: number
  outputTokens: number
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

/** What customers read of a job, to be said in another language. */
export interface TranslationRequest {
  texts: {
    text: string
    kind: TextKind
    /** The label of the field that it belongs to. */
    label: string
  }[]
  /** BCP 47. */
  to: string
  /** What the job and the business are called, so that words are taken as they are meant. */
  job: string
  business: string
}

interface DraftOptions<K extends keyof Drafts> {
  signal: AbortSignal
  /** Told, again and again, what is there so far: texts and lists only grow. */
  onPart?: (part: PartialDraft<Drafts[K]>) => void
}

/** A draft that is being written: what is missing is still to come. */
export type PartialDraft<T> = T extends readonly (infer Item)[]
  ? readonly PartialDraft<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: PartialDraft<T[Key]> | undefined }
    : T

/** What the owner should know of a draft. */
export interface DraftWarning {
  code: string
  text: string
}

/** What writes for the product. */
export interface AiProvider {
  /** What people are told that answers. */
  name: string
  model: string
  /** Whether it translates an owner's own words. */
  canTranslate: boolean
  /**
   * Drafts a part of a job. What comes back has the shape that was asked for and nothing more is
   * promised of it. Throws `AiUnavailable` or `AiRefused`.
   */
  draft: <K extends keyof Drafts>(
    kind: K,
    request: DraftRequest,
    options: DraftOptions<K>,
  ) => Promise<{ draft: Drafts[K]; usage: Usage; warnings?: DraftWarning[] }>
  /** Tells in few words what fell out of the part of a chat that is shown. Throws as the others do. */
  summarise: (
    request: SummaryRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ summary: string; usage: Usage }>
  /**
   * Says texts of a job in another language, by the text as it was given; what it cannot is left out.
   * Throws as the others do.
   */
  translate: (
    request: TranslationRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ translations: ReadonlyMap<string, string>; usage: Usage }>
  /**
   * Answers a contact. Values are as the contact meant them; whether they are valid is checked by
   * who asked. Throws `AiUnavailable` or `AiRefused`.
   */
  answer: (
    request: TurnRequest,
    options: { signal: AbortSignal },
  ) => Promise<{ turn: Turn; usage: Usage }>
  /**
   * Reads one answer in a message that was edited, where no run of the assistant will. Nothing is
   * asked over a network: the chat is locked meanwhile.
   */
  readField: (request: FieldRequest) => Promise<{ value: unknown; evidence: string } | undefined>
}

/** The provider cannot answer now. */
export class AiUnavailable extends Error {
  override readonly name = 'AiUnavailable'
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number
  /** What was paid for nothing. */
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

/** It took too long. */
export class AiTimedOut extends AiUnavailable {}

/** It answered, but not in the form that was asked for, nor when it was asked once more. */
export class AiInvalidOutput extends AiUnavailable {}

/** The provider will not do what is asked; the message says why, to the one who asked. */
export class AiRefused extends Error {
  override readonly name = 'AiRefused'
  /** What was paid for nothing. */
  readonly usage: Usage

  constructor(message: string, usage = noUsage) {
    super(message)
    this.usage = usage
  }
}

/** What a caller is told when the provider failed; other errors stay what they are. */
export function toAiProblem(error: unknown): unknown {
  if (error instanceof AiRefused) return new Problem('ai_refused', { detail: error.message })
  if (!(error instanceof AiUnavailable)) return error
  const { retryAfter } = error
  const detail = 'Nothing was lost. Try again in a moment, or write it yourself.'
  return new Problem('ai_unavailable', { detail, retryAfter, cause: error })
}

/** How often a provider is asked that cannot answer. */
export const maxTries = 2

/** Most of the time belongs to the first try: a slow model needs it, one that hangs gets another. */
export const tryTimeoutMs = (tries: number, withinMs: number): number =>
  withinMs * (tries === 1 ? 0.75 : 0.25)

interface TryLimits {
  /** Aborted when nobody waits any more. */
  signal: AbortSignal
  /** How long all tries together may take. */
  withinMs: number
}

/** Has a provider answer somebody who waits: one that hangs is asked once more. */
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

/** What a model said without the letters that no database keeps: models repeat whatever they are shown. */
export function toStorable<T>(said: T): T {
  const clean = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value
  return JSON.parse(JSON.stringify(said), clean) as T
}
