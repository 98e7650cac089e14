import { defaultPreferences } from '@errand/contract/default-preferences'
import type { JobField, JobFieldType } from '@errand/contract/job-field'
import { createJobSchema, type CreateJobInput } from '@errand/contract/jobs'

import type {
  Business,
  TaughtAnswer,
  Translations,
  Turn,
  TurnMessage,
  TurnRequest,
} from '../src/modules/ai/turn.ts'
import type { CollectedAnswers } from '../src/modules/answers/collected.ts'
import { nothingAgreed } from '../src/modules/answers/proposals.ts'
import { fieldStatesOf, phaseOf } from '../src/modules/assistant/collected.ts'

/** Saturday, half past five in the afternoon in India. */
export const testNow = new Date('2026-11-21T12:00:00Z')

export const testField = (
  key: string,
  type: JobFieldType = 'text',
  more: Partial<JobField> = {},
): JobField => ({
  key,
  label: key[0]?.toUpperCase() + key.slice(1).replaceAll('_', ' '),
  order: 0,
  type,
  required: true,
  sensitive: false,
  ...more,
})

/** A chat that has collected nothing yet. */
export const nothingOf = (fields: readonly JobField[]): CollectedAnswers => ({
  fields: fields.map((field, order) => ({ ...field, order })),
  status: 'empty',
  values: {},
  meta: {},
  suggestions: [],
  asked: [],
})

let lines = 0

/** A message of somebody, later than those before. */
export function testMessage(text: string, more: Partial<TurnMessage> = {}): TurnMessage {
  lines += 1
  const at = new Date(testNow.getTime() + lines)
  return { id: `msg_${lines}`, author: 'contact', text, at, ...more }
}

/** What a provider is asked in a shop in India. */
export function testRequest(
  collected: CollectedAnswers,
  {
    inbound,
    history = [],
    openQuestions = [],
    job = {},
    answers = [],
    translations = new Map(),
    isShown = true,
    locale = 'en-IN',
    business = {},
  }: {
    inbound: TurnMessage[]
    history?: TurnMessage[]
    openQuestions?: string[]
    job?: Partial<CreateJobInput>
    answers?: TaughtAnswer[]
    translations?: Translations
    /** Whether the contact was shown what there is, where all is there. */
    isShown?: boolean
    locale?: string | undefined
    business?: Partial<Business>
  },
): TurnRequest {
  const { behaviour, ...rest } = createJobSchema.parse({ name: 'Bookings', ...job })
  return {
    job: { ...rest, behaviour, answers, translations },
    fields: fieldStatesOf(collected),
    history,
    inbound,
    phase: phaseOf(
      {
        ...collected,
        ...nothingAgreed,
        agreedAt: collected.status === 'confirmed' ? testNow : null,
      },
      behaviour,
      isShown,
    ),
    openQuestions,
    facts: [],
    business: {
      ...defaultPreferences.business,
      name: 'Asha Salon',
      locale,
      ...business,
    },
    now: testNow,
  }
}

/** What a provider says who has understood nothing new and goes on. */
export const testTurn = (more: Partial<Turn> = {}): Turn => ({
  intent: 'answer',
  reply: 'Noted.',
  asks: [],
  skips: [],
  sources: [],
  unanswered: null,
  action: 'continue',
  handoffReason: null,
  language: 'en',
  fields: {},
  evidence: {},
  confidence: 0.9,
  ...more,
})
