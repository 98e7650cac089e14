import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import { createJobSchema } from '@errand/contract/jobs'
import type * as z from 'zod/mini'
import {
  AiMisshapen,
  type AiProvider,
  type DraftRequest,
  type PartialDraft,
} from '../../ai/ai-provider.ts'
import { toAiProblem } from '../../ai/ai-problem.ts'
import { storable } from '../../ai/storable.ts'
import type { DraftKind, Drafts } from '../../ai/drafts.ts'
import { cut, tidyFields } from './tidy-fields.ts'

/** The answers of the three calls. */
export const answerSchemas = {
  instructions: generatedInstructionsSchema,
  fields: generatedFieldsSchema,
  job: generatedJobSchema,
} satisfies Record<DraftKind, z.core.$ZodType>
type DraftAnswers = { [K in DraftKind]: z.output<(typeof answerSchemas)[K]> }

type Proposal<K extends DraftKind> = Omit<
  DraftAnswers[K],
  'success' | 'provider' | 'usage' | 'cost'
>

const most = { name: 80, description: 500, instructions: 8000, message: 1000, guardrail: 200 }
const mostGuardrails = 20

/** A draft as the product can take it over: cut to its limits, and checked for what was made up. */
const proposals: {
  [K in DraftKind]: (draft: Drafts[K], request: DraftRequest) => Proposal<K>
} = {
  instructions: ({ instructions }, request) => {
    const written = cut(instructions, most.instructions)
    return { instructions: written, warnings: warningsOf(written, request) }
  },
  fields: (draft, { count }) => {
    const drafted = draft.fields.slice(0, count)
    const fields = tidyFields(drafted)
    const reasons = fields.map(({ key }, index) => [key, drafted[index]?.reason ?? ''])
    return { fields, reasons: Object.fromEntries(reasons) }
  },
  job: (draft, { answers, count }) => ({
    job: createJobSchema.parse({
      name: cut(draft.name, most.name) || 'New job',
      description: cut(draft.description, most.description),
      language: createJobSchema.shape.language.safeParse(answers.language).data ?? 'auto',
      tone: answers.tone,
      instructions: cut(draft.instructions, most.instructions),
      guardrails: draft.guardrails
        .map((line) => cut(line, most.guardrail))
        .filter((line) => line !== '')
        .slice(0, mostGuardrails),
      greeting: cut(draft.greeting, most.message),
      completionMessage: cut(draft.completionMessage, most.message),
      fallbackMessage: cut(draft.fallbackMessage, most.message),
      handoffMessage: cut(draft.handoffMessage, most.message),
      fields: tidyFields(draft.fields.slice(0, count)),
    }),
  }),
}

/** What is drafted, for whom. */
export interface DraftCall<K extends DraftKind = DraftKind> {
  kind: K
  request: DraftRequest
  /** ISO 4217, of the owner's account. */
  currency: string
}

interface Drafting<K extends DraftKind> extends DraftCall<K> {
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

/** Something in a draft that the owner should look at. */
interface Warning {
  code: string
  text: string
}

const kinds = [
  {
    code: 'mentions_link_without_source',
    pattern: /(?:https?:\/\/|www\.)[^\s<>"'”)]+/gi,
  },
  { code: 'mentions_contact_without_source', pattern: /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g },
  {
    code: 'mentions_price_without_source',
    pattern:
      /(?:\p{Sc}|\b(?:rs\.?|inr|usd|eur|gbp))\s?\d[\d.,]*\d|(?:\p{Sc}|\b(?:rs\.?|inr|usd|eur|gbp))\s?\d/giu,
  },
  { code: 'mentions_contact_without_source', pattern: /\+?\d[\d\s-]{7,}\d/g },
]

/** What a draft says that the owner has not: prices, links, addresses, numbers. */
function warningsOf(draft: string, { prompt, answers, current }: DraftRequest): Warning[] {
  const source = bare([prompt, ...Object.values(answers), current?.instructions ?? ''].join('\n'))
  const found = new Map<string, Warning>()
  for (const { code, pattern } of kinds) {
    for (const [match] of draft.matchAll(pattern)) {
      const said = match.replace(/(?<![.,])[.,]+$/, '')
      if (source.includes(bare(said)) || found.has(bare(said))) continue
      found.set(bare(said), { code, text: `“${said}” is not in what you wrote. Is it right?` })
    }
  }
  return [...found.values()]
}

/** Numbers and addresses are the same with other spaces and signs between. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s,()-]/g, '')
