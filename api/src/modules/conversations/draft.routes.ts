import { draftReplyCall, type DraftedReply } from '@errand/contract/chats/draft'
import { isBuiltIn } from '@errand/contract/chats/run'
import type * as z from 'zod/mini'

import type { OwnerCalls } from '../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../platform/database/database.ts'
import type { CallSlots } from '../../platform/http/call-slots.ts'
import { Problem } from '../../platform/http/problem.ts'
import { consumeRateLimit } from '../../platform/http/request-limits.ts'
import { readPreferences } from '../account/settings-view.ts'
import { answerWithRetry, toAiProblem, type AiProvider } from '../ai/ai-provider.ts'
import type { TurnRequest } from '../ai/turn.ts'
import { readCollected } from '../assistant/collected.ts'
import { filterReply } from '../assistant/filter-reply.ts'
import { findOtherNames } from '../assistant/other-contacts.ts'
import { readTurnRequest } from '../assistant/turn-request.ts'
import { listToAnswer } from '../assistant/unanswered.ts'
import { findLastMessage } from '../chats/messages/messages.repo.ts'
import type { SessionRow } from '../chats/rows.ts'
import { findSession, requireChat } from '../chats/sessions/sessions.repo.ts'

interface Dependencies {
  ai: AiProvider
  callSlots: CallSlots
  closing: AbortSignal
  database: Database
}

/** How many drafts an owner may request in an hour. */
const maxPerHour = 120

/** Clients wait for 30 seconds. */
const maxAnswerMs = 28_000

type DraftWish = z.output<(typeof draftReplyCall)['body']>

interface Chat {
  ownerId: string
  sessionId: string
}

/** Drafts a reply for the owner; the draft is dropped if the contact has written meanwhile. */
async function draftReply(
  { database, ai }: Pick<Dependencies, 'database' | 'ai'>,
  chat: Chat,
  { wish, signal }: { wish: DraftWish; signal: AbortSignal },
): Promise<DraftedReply> {
  const { queries } = database
  const basedOn = await findLastInboundId(queries, chat)
  const { request, session } = await readRequest(queries, chat)
  await consumeRateLimit(queries, {
    key: `draft ${chat.ownerId}`,
    limit: maxPerHour,
    windowMs: 60 * 60 * 1000,
  })
  const { turn, usage } = await answerWithRetry(
    ai,
    { ...request, wish },
    { signal, withinMs: maxAnswerMs },
  ).catch((error: unknown) => {
    throw toAiProblem(error)
  })
  if ((await findLastInboundId(queries, chat)) !== basedOn) {
    throw new Problem('conflict', {
      detail: 'The contact wrote in the meantime. Ask again.',
      meta: { reason: 'newer_message' },
    })
  }
  const { reply } = turn
  const filtered = withOwnerText(request, wish)
  const { text } = filterReply(reply, filtered, await readCollected(queries, chat.sessionId), {
    isBuiltIn: isBuiltIn(ai.name),
    otherNames: await findOtherNames(queries, session, { reply, request: filtered }),
  })
  if (text === '') throw new Problem('ai_refused', { detail: 'There is nothing to suggest here.' })
  return { success: true, text, basedOn: basedOn ?? null, provider: ai.name, usage }
}

const findLastInboundId = async (queries: Queries, { sessionId }: Chat) =>
  (await findLastMessage(queries, sessionId, { isInbound: true }))?.id

async function readRequest(
  queries: Queries,
  chat: Chat,
): Promise<{ request: TurnRequest; session: SessionRow }> {
  const session = requireChat(await findSession(queries, chat.ownerId, chat.sessionId))
  const { sessionId } = chat
  const toAnswer = await listToAnswer(queries, { sessionId, seqFrom: null, seqTo: null })
  const preferences = await readPreferences(queries, chat.ownerId)
  const request = await readTurnRequest(queries, { session, toAnswer, preferences })
  if (request !== undefined) return { request, session }
  throw new Problem('conflict', { detail: 'This chat has no job that says what to answer.' })
}

/** Adds the owner's wish to the history, so that its links and numbers may stay in the draft. */
const withOwnerText = (request: TurnRequest, { text, instruction }: DraftWish): TurnRequest => ({
  ...request,
  history: [
    ...request.history,
    { id: '', author: 'owner', text: `${text}\n${instruction}`, at: request.now },
  ],
})

/** /api/chats/sessions/…/draft: drafts a reply for the owner. */
export function draftRoutes(on: OwnerCalls, { ai, callSlots, database, closing }: Dependencies) {
  on(draftReplyCall, {
    summary: 'Have a reply drafted',
    leaves: 'nothing',
    description: `A proposal, which is neither sent nor billed. 409 with \`reason\` \`newer_message\` when the contact wrote meanwhile. ${maxPerHour} an hour.`,
    before: callSlots.limit('drafts'),
  }).answer(({ c, ownerId, id: sessionId, body: wish }) => {
    const signal = AbortSignal.any([c.req.raw.signal, closing])
    return draftReply({ database, ai }, { ownerId, sessionId }, { wish, signal })
  })
}
