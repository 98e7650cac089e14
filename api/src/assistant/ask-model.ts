import {
  AiMisshapen,
  AiRefused,
  AiTimedOut,
  AiUnavailable,
  noUsage,
  type AiProvider,
  type Usage,
} from '../ai/ai-provider.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import { asksForPerson } from '../ai/asks-for-person.ts'
import { storable } from '../ai/storable.ts'
import type { FailureKind } from './fail-run.ts'

/** What the model said and what that took, or why it said nothing. */
export type Asked =
  | { turn: Turn; usage: Usage; latencyMs: number }
  | { kind: FailureKind; error: string; usage: Usage; latencyMs: number }

/** Asks the model once; it has so long to answer. */
export async function askModel(
  ai: AiProvider,
  request: TurnRequest,
  withinMs: number,
): Promise<Asked> {
  const begun = performance.now()
  const latency = () => Math.round(performance.now() - begun)
  // Nobody has to think about that.
  if (asksForPerson(request)) return { turn: handsOver(request), usage: noUsage, latencyMs: 0 }
  const patience = AbortSignal.timeout(withinMs)
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new AiTimedOut('The provider did not answer in time.', {}))
  patience.addEventListener('abort', giveUp, { once: true })
  try {
    const { turn, usage } = await Promise.race([
      ai.answer(request, { signal: patience }),
      late.promise,
    ])
    return { turn: storable(turn), usage, latencyMs: latency() }
  } catch (error) {
    return { ...failureOf(error), latencyMs: latency() }
  } finally {
    patience.removeEventListener('abort', giveUp)
  }
}

function failureOf(error: unknown): { kind: FailureKind; error: string; usage: Usage } {
  if (!(error instanceof AiRefused || error instanceof AiUnavailable)) throw error
  const { message, usage } = error
  if (error instanceof AiRefused) return { kind: 'refused', error: message, usage }
  const kind = error instanceof AiMisshapen ? 'misshapen' : 'unavailable'
  return { kind, error: message, usage }
}

function handsOver({ job, business }: TurnRequest): Turn {
  return {
    reply: '',
    action: 'handoff',
    handoffReason: 'customer_request',
    language: job.language === 'auto' ? business.locale : job.language,
    fields: {},
    evidence: {},
    confidence: 1,
  }
}
