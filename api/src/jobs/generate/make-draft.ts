import {
  AiMisshapen,
  type AiProvider,
  type DraftRequest,
  type PartialDraft,
} from '../../ai/ai-provider.ts'
import { toAiProblem } from '../../ai/ai-problem.ts'
import { storable } from '../../ai/storable.ts'
import type { DraftKind, Drafts } from '../../ai/drafts.ts'
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
    const proposal = proposals[kind](storable(draft), request)
    const answer = { success: true, ...proposal, provider: ai.name, usage, cost }
    const parsed = answerSchemas[kind].safeParse(answer)
    // Cut and tidied it should be right; if not, it is the draft that is wrong and not the request.
    if (!parsed.success) throw new AiMisshapen('The draft cannot be used.', { usage })
    return parsed.data as DraftAnswers[K]
  } catch (error) {
    throw toAiProblem(error)
  }
}
