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
} from '../../ai/ai-provider.ts'
import type { DraftedField, DraftKind, Drafts } from '../../ai/drafts.ts'
import { fold } from '../../answers/reading.ts'

/** The response schemas of the three calls. */
export const responseSchemas = {
  instructions: generatedInstructionsSchema,
  fields: generatedFieldsSchema,
  job: generatedJobSchema,
} satisfies Record<DraftKind, z.core.$ZodType>
type DraftAnswers = { [K in DraftKind]: z.output<(typeof responseSchemas)[K]> }
export type DraftAnswer = DraftAnswers[DraftKind]

type Proposal<K extends DraftKind> = Omit<
  DraftAnswers[K],
  'success' | 'provider' | 'usage' | 'cost'
>

const maxLengths = { name: 80, description: 500, instructions: 8000, message: 1000, guardrail: 200 }
const maxGuardrails = 20

/** Turns a draft into a proposal that fits the product's limits, with warnings about invented facts. */
const proposals: {
  [K in DraftKind]: (
    draft: Drafts[K],
    request: DraftRequest,
    warnings: DraftWarning[],
  ) => Proposal<K>
} = {
  instructions: ({ instructions }, request, warnings) => {
    const written = cut(instructions, maxLengths.instructions)
    return {
      instructions: written,
      warnings: [...warnings, ...findUnsourcedClaims(written, request)],
    }
  },
  fields: (draft, { count }) => {
    const drafted = draft.fields.slice(0, count)
    const fields = tidyFields(drafted)
    const reasons = fields.map(({ key }, index) => [key, drafted[index]?.reason ?? ''])
    return { fields, reasons: Object.fromEntries(reasons) }
  },
  job: (draft, { answers, count }) => ({
    job: createJobSchema.parse({
      name: cut(draft.name, maxLengths.name) || 'New job',
      description: cut(draft.description, maxLengths.description),
      language: createJobSchema.shape.language.safeParse(answers.language).data ?? 'auto',
      tone: answers.tone,
      instructions: cut(draft.instructions, maxLengths.instructions),
      guardrails: draft.guardrails
        .map((line) => cut(line, maxLengths.guardrail))
        .filter((line) => line !== '')
        .slice(0, maxGuardrails),
      greeting: cut(draft.greeting, maxLengths.message),
      completionMessage: cut(draft.completionMessage, maxLengths.message),
      fallbackMessage: cut(draft.fallbackMessage, maxLengths.message),
      notUnderstoodMessage: cut(draft.notUnderstoodMessage, maxLengths.message),
      handoffMessage: cut(draft.handoffMessage, maxLengths.message),
      fields: tidyFields(draft.fields.slice(0, count)),
      answerOnly: draft.fields.length === 0,
    }),
  }),
}

/** A request for a draft. */
interface DraftCall<K extends DraftKind> {
  kind: K
  request: DraftRequest
  /** ISO 4217, of the owner's account. */
  currency: string
  signal: AbortSignal
}

/** Has a part of a job drafted. The cost is zero: owners pay for messages, not for drafts. */
export async function makeDraft<K extends DraftKind>(
  ai: AiProvider,
  { kind, request, currency, signal }: DraftCall<K>,
): Promise<DraftAnswers[K]> {
  try {
    const { draft, usage, warnings = [] } = await ai.draft(kind, request, { signal })
    const cost = { amountMinor: 0, currency }
    const proposal = proposals[kind](toStorable(draft), request, warnings)
    const answer = { success: true, ...proposal, provider: ai.name, usage, cost }
    const parsed = responseSchemas[kind].safeParse(answer)
    // A proposal that does not match the schema is the model's fault, not the request's.
    if (!parsed.success) throw new AiInvalidOutput('The draft cannot be used.', { usage })
    return parsed.data as DraftAnswers[K]
  } catch (error) {
    throw toAiProblem(error)
  }
}

const warningPatterns = [
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

/** Warns of prices, links, addresses and numbers in a draft that the owner did not mention. */
function findUnsourcedClaims(
  draft: string,
  { prompt, answers, current }: DraftRequest,
): DraftWarning[] {
  const source = withoutSeparators(
    [prompt, ...Object.values(answers), current?.instructions ?? ''].join('\n'),
  )
  const found = new Map<string, DraftWarning>()
  for (const { code, pattern } of warningPatterns) {
    for (const [match] of draft.matchAll(pattern)) {
      const said = match.replace(/(?<![.,])[.,]+$/, '')
      if (source.includes(withoutSeparators(said)) || found.has(withoutSeparators(said))) continue
      found.set(withoutSeparators(said), {
        code,
        text: `“${said}” is not in what you wrote. Is it right?`,
      })
    }
  }
  return [...found.values()]
}

/** Numbers and addresses are compared without the spaces and signs between their parts. */
const withoutSeparators = (text: string): string => text.toLowerCase().replaceAll(/[\s,()-]/g, '')

const maxFields = 30
const maxFieldLengths = { key: 40, label: 60, question: 300, help: 200, example: 200, option: 60 }
const maxOptions = 30

/** Turns drafted fields into valid ones: what breaks a rule is corrected in the simplest way. */
function tidyFields(drafted: readonly DraftedField[]): JobField[] {
  const taken = new Set<string>()
  return drafted.slice(0, maxFields).map((field, order) => {
    const { type, ...options } = tidyChoice(field)
    return {
      key: uniqueKey(field, taken),
      label: cut(field.label, maxFieldLengths.label) || 'Answer',
      order,
      type,
      required: field.required,
      sensitive: field.sensitive,
      ...optionalText('question', field.question),
      ...optionalText('help', field.help),
      ...optionalText('example', field.example),
      ...options,
      ...(field.dates !== null && hasDateRules(type) && { validation: { dates: field.dates } }),
    }
  })
}

const hasDateRules = (type: JobFieldType): boolean => ['date', 'time', 'datetime'].includes(type)

function optionalText(name: 'question' | 'help' | 'example', value: string | null) {
  const text = cut(value ?? '', maxFieldLengths[name])
  return text === '' ? {} : { [name]: text }
}

/** `Delivery date` becomes `delivery_date`, and a second one `delivery_date_2`. */
function uniqueKey({ key, label }: DraftedField, taken: Set<string>): string {
  const base = toKey(key) || toKey(label) || 'answer'
  let candidate = base
  for (let count = 2; taken.has(candidate); count += 1) {
    const suffix = `_${count}`
    candidate = base.slice(0, maxFieldLengths.key - suffix.length) + suffix
  }
  taken.add(candidate)
  return candidate
}

const toKey = (written: string): string =>
  written
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, maxFieldLengths.key)
    .replace(/_+$/, '')

/** A choice with fewer than two options becomes a text field. */
function tidyChoice(field: DraftedField): { type: JobFieldType } & Pick<JobField, 'options'> {
  if (!isChoice(field.type)) return { type: field.type }
  const seen = new Set<string>()
  const options = (field.options ?? [])
    .map(({ value, label }) => ({
      value: cutOption(value) || cutOption(label),
      label: cutOption(label) || cutOption(value),
    }))
    .filter(({ value, label }) => {
      const words = [fold(value), fold(label)]
      const isNew = value !== '' && words.every((word) => !seen.has(word))
      for (const word of words) seen.add(word)
      return isNew
    })
    .slice(0, maxOptions)
  return options.length < 2 ? { type: 'text' } : { type: field.type, options }
}

const cutOption = (written: string): string => cut(written, maxFieldLengths.option)

/** Cuts a text, but never within a character: PostgreSQL stores no half of a surrogate pair. */
const cut = (written: string, length: number): string =>
  written
    .trim()
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
