import type { AiProvider, DraftRequest, PartialDraft } from '../../ai/ai-provider.ts'
import { AiRefused, AiUnavailable } from '../../ai/ai-provider.ts'
import type { DraftKind, Drafts } from '../../ai/drafts.ts'
import { Problem } from '../../http/problem.ts'
import { answerSchemas, proposals, type DraftAnswers } from './drafts-as-answers.ts'

interface Drafting<K extends DraftKind> {
  kind: K
  request: DraftRequest
  /** ISO 4217, of the owner's account. */
  currency: string
  signal: AbortSignal
  onPart?: (part: PartialDraft<Drafts[K]>) => void
}

/** Has a part of a job drafted; owners pay for messages, not for drafts. */
export async function makeDraft<K extends DraftKind>(
  ai: AiProvider,
  { kind, request, currency, signal, onPart }: Drafting<K>,
): Promise<DraftAnswers[K]> {
  try {
    const options = { signal, ...(onPart !== undefined && { onPart }) }
    const { draft, usage } = await ai.draft(kind, request, options)
    const cost = { amountMinor: 0, currency }
    const proposal = proposals[kind](draft, request)
    const answer = { success: true, ...proposal, provider: ai.name, usage, cost }
    return answerSchemas[kind].parse(answer) as DraftAnswers[K]
  } catch (error) {
    throw toProblem(error)
  }
}

function toProblem(error: unknown): unknown {
  if (error instanceof AiRefused) return new Problem('ai_refused', { detail: error.message })
  if (!(error instanceof AiUnavailable)) return error
  const { retryAfter } = error
  const detail = 'Nothing was lost. Try again in a moment, or write it yourself.'
  return new Problem('ai_unavailable', { detail, retryAfter, cause: error })
}
