import { noUsage as usage, type AiProvider, type DraftRequest } from '../ai-provider.ts'
import type { DraftedField, Drafts } from '../drafts.ts'
import { answerTurn } from './answer-turn.ts'
import { draftForOwner } from './draft-for-owner.ts'
import { findTopic, toDraftedField } from './drafts/find-topic.ts'
import { summarise } from './summarise.ts'
import { writeInstructions } from './drafts/write-instructions.ts'

const writers: { [K in keyof Drafts]: (request: DraftRequest) => Drafts[K] } = {
  instructions: (request) => ({ instructions: writeInstructions(request).join('\n\n') }),
  fields: (request) => ({ fields: draftFields(request) }),
  job: draftJob,
}

/**
 * Drafts by rules and templates, without a network: the same for the same request, and no more than
 * that. It is what answers where no provider is configured, and people are told so.
 */
export const builtInProvider: AiProvider = {
  name: 'scripted',
  model: 'templates',
  draft: async (kind, request) => ({ draft: writers[kind](request), usage }),
  summarise: async (request) => ({ summary: summarise(request), usage }),
  answer: async (request) => {
    const turn = await answerTurn(request)
    return { turn: request.wish === undefined ? turn : draftForOwner(request.wish, turn), usage }
  },
}

function draftFields({ prompt, answers, current, count }: DraftRequest): DraftedField[] {
  const { fields } = findTopic(`${prompt} ${answers.purpose}`)
  const known = new Set(current?.fields?.map(({ key }) => key))
  return fields
    .filter(({ key }) => !known.has(key))
    .slice(0, count)
    .map((field) => toDraftedField(field))
}

function draftJob(request: DraftRequest): Drafts['job'] {
  const { prompt, answers } = request
  const topic = findTopic(`${prompt} ${answers.purpose}`)
  const { businessName, fallback } = answers
  return {
    name: businessName === '' ? topic.name : `${topic.name}: ${businessName}`.slice(0, 80),
    description: `Made to ${topic.goal}.`,
    instructions: writeInstructions({ ...request, mode: 'create' }).join('\n\n'),
    guardrails: [
      'Never ask for passwords, card numbers or one-time codes.',
      'Never promise a price or a time that the owner has not confirmed.',
    ],
    greeting:
      businessName === ''
        ? `Hello! ${topic.greeting}`
        : `Hello from ${businessName}! ${topic.greeting}`,
    completionMessage: topic.done,
    fallbackMessage:
      fallback === '' ? 'I am not sure about that. Somebody will answer you soon.' : fallback,
    handoffMessage: 'One moment, please. Somebody from our team will answer you.',
    fields: draftFields(request),
  }
}
