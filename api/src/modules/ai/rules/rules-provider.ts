import { english, helloOf, phrasesFor } from '../../phrases/phrases.ts'
import { textsByLanguage } from '../../phrases/texts.ts'
import {
  AiRefused,
  builtIn,
  noUsage as usage,
  type AiProvider,
  type DraftRequest,
  type DraftWarning,
} from '../ai-provider.ts'
import type { Drafts } from '../drafts.ts'
import { answerTurn } from './answer-turn.ts'
import { draftForOwner } from './draft-for-owner.ts'
import { draftFields } from './drafts/draft-fields.ts'
import { nameJob } from './drafts/name-job.ts'
import { readRequest } from './drafts/read-request.ts'
import { languageOf, say } from './drafts/tables.ts'
import { writeInstructions } from './drafts/write-instructions.ts'
import { readField } from './read-burst.ts'
import { summarise } from './summarise.ts'

const writers: { [K in keyof Drafts]: (request: DraftRequest) => Drafts[K] } = {
  instructions: (request) => ({ instructions: writeInstructions(request) }),
  fields: (request) => ({ fields: draftFields(withOwnersWords(request)) }),
  job: (request) => draftJob(withOwnersWords(request)),
}

/**
 * Drafts by rules and templates, without a network: the same for the same request, and no more than
 * that. It is what answers where no provider is configured, and people are told so.
 */
export const rulesProvider: AiProvider = {
  ...builtIn,
  draft: async (kind, request) => {
    const draft = writers[kind](request)
    const warnings = 'instructions' in draft ? warningsFor(request, draft.instructions) : []
    return { draft, usage, warnings }
  },
  summarise: async (request) => ({ summary: summarise(request), usage }),
  answer: async (request) => {
    const turn = answerTurn(request)
    return { turn: request.wish === undefined ? turn : draftForOwner(request.wish, turn), usage }
  },
  readField: async (request) => readField(request),
}

/** What the owner should know of instructions that were drafted here. */
function warningsFor(request: DraftRequest, written: string): DraftWarning[] {
  const { language, isOther } = languageOf(request)
  const isSame = request.mode === 'shorten' && written === request.current?.instructions?.trim()
  const codes = [...(isOther ? ['otherLanguage'] : []), ...(isSame ? ['shortest'] : [])]
  return codes.map((code) => ({
    code: code === 'shortest' ? 'nothing_to_shorten' : 'language_needs_model',
    text: say(textsByLanguage[language].warnings, code),
  }))
}

/** Labels and questions are the owner's words, which rules cannot translate. */
function withOwnersWords(request: DraftRequest): DraftRequest {
  if (request.mode !== 'translate') return request
  throw new AiRefused(
    say(textsByLanguage[languageOf(request).language].warnings, 'cannotTranslate'),
  )
}

function draftJob(request: DraftRequest): Drafts['job'] {
  const { businessName, fallback } = request.answers
  const { language } = languageOf(request)
  const { topics, sentences } = textsByLanguage[language]
  const read = readRequest(request)
  const { about, topic: { name: topic = '' } = {} } = read
  const [kind = '', task = '', greeting = '', done = ''] = topics[topic] ?? []
  const name = nameJob(request.prompt, { kind, topic, language })
  const phrases = phrasesFor(language) ?? english
  return {
    name: businessName === '' || name !== kind ? name : `${name}: ${businessName}`.slice(0, 80),
    description: about[0]?.split(/:(?=\s)/)[0] ?? task,
    instructions: writeInstructions(
      { ...request, mode: 'create' },
      request.current === undefined ? read : undefined,
    ),
    guardrails: [say(sentences, 'secrets'), say(sentences, 'promises')],
    greeting: `${helloOf(phrases, businessName)} ${greeting}`,
    completionMessage: done,
    fallbackMessage: fallback === '' ? phrases.dontKnow : fallback,
    notUnderstoodMessage: phrases.notUnderstood,
    handoffMessage: phrases.handoff,
    fields: draftFields(request, read),
  }
}
