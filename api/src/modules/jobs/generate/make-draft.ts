import { isChoice, type JobField, type JobFieldType } from '@errand/contract/job-field'
import {
  generatedFieldsSchema,
  generatedInstructionsSchema,
  generatedJobSchema,
} from '@errand/contract/job-generation'
import { createJobSchema } from '@errand/contract/jobs'
import type * as z from 'zod/mini'

import {
  AiInvalidOutput,
  toStorable,
  toAiProblem,
  type AiProvider,
  type DraftRequest,
  type DraftWarning,
  type PartialDraft,
} from '../../ai/ai-provider.ts'
import type { DraftedField, DraftKind, Drafts } from '../../ai/drafts.ts'
import { fold } from '../../answers/reading.ts'

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
  [K in DraftKind]: (
    draft: Drafts[K],
    request: DraftRequest,
    warnings: DraftWarning[],
  ) => Proposal<K>
} = {
  instructions: ({ instructions }, request, warnings) => {
    const written = cut(instructions, most.instructions)
    return { instructions: written, warnings: [...warnings, ...warningsOf(written, request)] }
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
      notUnderstoodMessage: cut(draft.notUnderstoodMessage, most.message),
      handoffMessage: cut(draft.handoffMessage, most.message),
      fields: tidyFields(draft.fields.slice(0, count)),
      answerOnly: draft.fields.length === 0,
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
    const { draft, usage, warnings = [] } = await ai.draft(kind, request, options)
    const cost = { amountMinor: 0, currency }
    const proposal = proposals[kind](toStorable(draft), request, warnings)
    const answer = { success: true, ...proposal, provider: ai.name, usage, cost }
    const parsed = answerSchemas[kind].safeParse(answer)
    // Cut and tidied it should be right; if not, it is the draft that is wrong and not the request.
    if (!parsed.success) throw new AiInvalidOutput('The draft cannot be used.', { usage })
    return parsed.data as DraftAnswers[K]
  } catch (error) {
    throw toAiProblem(error)
  }
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
function warningsOf(draft: string, { prompt, answers, current }: DraftRequest): DraftWarning[] {
  const source = bare([prompt, ...Object.values(answers), current?.instructions ?? ''].join('\n'))
  const found = new Map<string, DraftWarning>()
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

const mostFields = 30
const longest = { key: 40, label: 60, question: 300, help: 200, example: 200, option: 60 }
const mostOptions = 30

/** Drafted fields as a job can have them: what breaks a rule is mended in the plainest way. */
export function tidyFields(drafted: readonly DraftedField[]): JobField[] {
  const taken = new Set<string>()
  return drafted.slice(0, mostFields).map((field, order) => {
    const { type, ...options } = tidyChoice(field)
    return {
      key: freeKey(field, taken),
      label: cut(field.label, longest.label) || 'Answer',
      order,
      type,
      required: field.required,
      sensitive: field.sensitive,
      ...optional('question', field.question),
      ...optional('help', field.help),
      ...optional('example', field.example),
      ...options,
      ...(field.dates !== null && isOfDays(type) && { validation: { dates: field.dates } }),
    }
  })
}

const isOfDays = (type: JobFieldType): boolean => ['date', 'time', 'datetime'].includes(type)

function optional(name: 'question' | 'help' | 'example', value: string | null) {
  const text = cut(value ?? '', longest[name])
  return text === '' ? {} : { [name]: text }
}

/** `Delivery date` becomes `delivery_date`, and a second one `delivery_date_2`. */
function freeKey({ key, label }: DraftedField, taken: Set<string>): string {
  const base = toKey(key) || toKey(label) || 'answer'
  let free = base
  for (let count = 2; taken.has(free); count += 1) {
    const suffix = `_${count}`
    free = base.slice(0, longest.key - suffix.length) + suffix
  }
  taken.add(free)
  return free
}

const toKey = (written: string): string =>
  written
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, longest.key)
    .replace(/_+$/, '')

/** A choice of less than two is none. */
function tidyChoice(field: DraftedField): { type: JobFieldType } & Pick<JobField, 'options'> {
  if (!isChoice(field.type)) return { type: field.type }
  const seen = new Set<string>()
  const options = (field.options ?? [])
    .map(({ value, label }) => ({
      value: short(value) || short(label),
      label: short(label) || short(value),
    }))
    .filter(({ value, label }) => {
      const words = [fold(value), fold(label)]
      const isNew = value !== '' && words.every((word) => !seen.has(word))
      for (const word of words) seen.add(word)
      return isNew
    })
    .slice(0, mostOptions)
  return options.length < 2 ? { type: 'text' } : { type: field.type, options }
}

const short = (written: string): string => cut(written, longest.option)

/** The beginning of a text, never within a character: no database keeps half of one. */
const cut = (written: string, length: number): string =>
  written
    .trim()
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
