import type { DraftedReply, draftReplySchema } from '@errand/contract/chats/draft'
import type * as z from 'zod/mini'

import { toAiProblem } from '../../ai/ai-problem.ts'
import type { AiProvider } from '../../ai/ai-provider.ts'
import { answerInTries } from '../../ai/answer-in-tries.ts'
import type { TurnRequest } from '../../ai/turn.ts'
import { filterReply } from '../../assistant/filter-reply.ts'
import { readCollected } from '../../assistant/read-collected.ts'
import { readTurnRequest } from '../../assistant/turn-request.ts'
import type { Database, Queries } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import { takeTurn } from '../../http/rate-limit.ts'
import { findLast, largestSeq } from '../messages/messages.repo.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import { findSession } from '../sessions/sessions.repo.ts'

/** How many drafts an owner may ask for in an hour. */
export const mostPerHour = 120

type Wish = z.output<typeof draftReplySchema>

interface Chat {
  ownerId: string
  sessionId: string
}

interface Drafting {
  database: Database
  ai: AiProvider
  signal: AbortSignal
  withinMs: number
}

/** Proposes what the owner could write; it is discarded when the contact wrote meanwhile. */
export async function draftReply(
  { database, ai, ...patience }: Drafting,
  chat: Chat,
  wish: Wish,
): Promise<DraftedReply> {
  const { queries } = database
  const basedOn = await lastInbound(queries, chat)
  const request = await readRequest(queries, chat)
  await takeTurn(queries, {
    key: `draft ${chat.ownerId}`,
    limit: mostPerHour,
    windowMs: 60 * 60 * 1000,
  })
  const { turn, usage } = await answerInTries(ai, { ...request, wish }, patience).catch(
    (error: unknown) => {
      throw toAiProblem(error)
    },
  )
  if ((await lastInbound(queries, chat)) !== basedOn) {
    throw new Problem('conflict', {
      detail: 'The contact has written meanwhile. Ask again.',
      meta: { reason: 'newer_message' },
    })
  }
  const { text } = filterReply(
    turn.reply,
    saidBy(request, wish),
    await readCollected(queries, chat.sessionId),
  )
  if (text === '') throw new Problem('ai_refused', { detail: 'There is nothing to suggest here.' })
  return { success: true, text, basedOn: basedOn ?? null, provider: ai.name, usage }
}

const lastInbound = async (queries: Queries, { sessionId }: Chat) =>
  (await findLast(queries, sessionId, { isInbound: true }))?.id

async function readRequest(queries: Queries, chat: Chat): Promise<TurnRequest> {
  const session = await findSession(queries, chat.ownerId, chat.sessionId)
  if (session === undefined) throw noSuchChat()
  const request = await readTurnRequest(queries, { ...chat, seqFrom: null, seqTo: largestSeq - 1 })
  if (request !== undefined) return request
  throw new Problem('conflict', { detail: 'This chat has no job that tells what to say in it.' })
}

/** What the owner writes himself he may say: links and numbers of his stay in the draft. */
const saidBy = (request: TurnRequest, { text, instruction }: Wish): TurnRequest => ({
  ...request,
  history: [
    ...request.history,
    { id: '', author: 'owner', text: `${text}\n${instruction}`, at: request.now },
  ],
})
