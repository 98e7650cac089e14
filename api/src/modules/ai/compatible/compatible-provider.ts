import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { builtInLanguages } from '@errand/contract/language'

import { fetchLimited } from '../../../platform/http/fetch-limited.ts'
import { proseTypes, readAnswer } from '../../answers/read-answer.ts'
import { fold, answerLocaleOf } from '../../answers/reading.ts'
import type { AiProvider } from '../ai-provider.ts'
import { draftSchemas, type Drafts } from '../drafts.ts'
import { confidentLanguage, detectLanguage } from '../language/detect-language.ts'
import { sentencesOf } from '../language/sentences.ts'
import { businessTexts, type Turn, type TurnRequest } from '../turn.ts'
import { askModel } from './ask-model.ts'
import {
  instructionsFor,
  promptFor,
  summaryInstructions,
  summaryPromptFor,
  summarySchema,
} from './prompts.ts'
import {
  readTranslations,
  translationInstructionsFor,
  translationPromptFor,
  translationSchema,
  type WrittenTranslations,
} from './translation-prompt.ts'
import { turnInstructionsFor, turnPromptFor, turnSchemaFor } from './turn-prompt.ts'

export interface CompatibleSettings {
  /** The address of the API, as OpenAI's is `https://api.openai.com/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
}

/** More than any answer has. */
const maxAnswerBytes = 2 * 1024 * 1024

/** How long a whole draft may take. */
const draftMs = 60_000

/** Any service that speaks OpenAI's chat completions, and can be held to a schema. */
export function compatibleProvider(settings: CompatibleSettings): AiProvider {
  const { baseUrl, model, apiKey } = settings
  const service = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    supportsStructuredOutputs: true,
    includeUsage: true,
    // Chats go to the service that was set and to no other.
    fetch: (url, init) =>
      fetchLimited(url, { ...init, redirect: 'error' }, { maxBytes: maxAnswerBytes }),
  })
  const languageModel = service.chatModel(model)
  return {
    name: new URL(baseUrl).host,
    model,
    canTranslate: true,
    draft: async (kind, request, { signal }) => {
      const { value, usage } = await askModel<Drafts[typeof kind]>(languageModel, {
        schema: draftSchemas[kind],
        instructions: instructionsFor(kind, request),
        prompt: promptFor(request),
        signal: AbortSignal.any([signal, AbortSignal.timeout(draftMs)]),
        seed: request.seed,
      })
      return { draft: value, usage }
    },
    answer: async (request, { signal }) => {
      const { value, usage } = await askModel<Turn>(languageModel, {
        schema: turnSchemaFor(
          request.fields.map(({ field }) => field),
          (request.agreed ?? []).length > 0,
        ),
        instructions: turnInstructionsFor(request),
        prompt: turnPromptFor(request),
        signal,
        complaintOf: (turn) => languageComplaint(turn, request),
      })
      const language = value.language || languageOf(request)
      return { turn: { ...value, language }, usage }
    },
    summarise: async (request, { signal }) => {
      const { value, usage } = await askModel<{ summary: string }>(languageModel, {
        schema: summarySchema,
        instructions: summaryInstructions,
        prompt: summaryPromptFor(request),
        signal,
      })
      return { summary: value.summary, usage }
    },
    translate: async (request, { signal }) => {
      const { value, usage } = await askModel<WrittenTranslations>(languageModel, {
        schema: translationSchema,
        instructions: translationInstructionsFor(request),
        prompt: translationPromptFor(request),
        signal,
      })
      return { translations: readTranslations(value, request), usage }
    },
    readField: async ({ field, message: { text }, business }) => {
      // Only a model could find free text in a message.
      if (proseTypes.has(field.type)) return undefined
      const answer = readAnswer(field, text, answerLocaleOf(business))
      return 'refused' in answer ? undefined : { value: answer.value, evidence: text }
    },
  }
}

const languageName = new Intl.DisplayNames('en', { type: 'language' })

/** The contact's language, where the model does not report it. */
function languageOf({ inbound, history, job }: TurnRequest): string {
  const now = inbound.map(({ text }) => text).join(' ')
  const before = history.filter(({ author }) => author === 'contact').map(({ text }) => text)
  return detectLanguage(now, before) ?? (job.language === 'auto' ? 'en' : job.language)
}

/** The complaint about a reply that is clearly in another language than the customer's. */
function languageComplaint(turn: Turn, request: TurnRequest): string | undefined {
  if (!isReplySent(turn, request)) return undefined
  const { job, inbound } = request
  const wanted =
    job.language === 'auto'
      ? confidentLanguage(inbound.map(({ text }) => text).join(' '))
      : builtInLanguages.find((one) => [job.language, job.language.split('-')[0]].includes(one))
  const written = confidentLanguage(withoutOwnSentences(turn.reply, request))
  if (wanted === undefined || written === undefined || written === wanted) return undefined
  return `The reply has to be in ${languageName.of(wanted) ?? wanted} (${wanted}). Send the whole object again.`
}

/**
 * Whether the reply is sent, and not nothing or the owner's own text instead. An answer to a question
 * and help in an emergency are sent besides the owner's text.
 */
function isReplySent(turn: Turn, { job }: TurnRequest): boolean {
  const { action, intent, handoffReason, unanswered } = turn
  const isQuestion = intent === 'question'
  if (action === 'complete')
    return job.completionMessage === '' || isQuestion || unanswered !== null
  if (action !== 'handoff') return action === 'continue'
  const isBeside = handoffReason === 'emergency' || (isQuestion && unanswered === null)
  return job.handoffMessage === '' || isBeside
}

/** The reply without the owner's own sentences, which are repeated in the owner's language. */
function withoutOwnSentences(reply: string, request: TurnRequest): string {
  const questions = request.fields.map(({ field }) => field.question ?? '')
  const texts = [...businessTexts(request), ...questions].map(fold)
  return sentencesOf(reply)
    .filter((sentence) => !texts.some((text) => text.includes(fold(sentence))))
    .join('')
}
