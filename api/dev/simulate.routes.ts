import { randomUUID } from 'node:crypto'

import {
  simulateInboundResponseSchema,
  simulateInboundSchema,
} from '@errand/contract/chats/simulate'
import { Hono } from 'hono'
import type * as z from 'zod/mini'

import { requireOwner, requireSignIn } from '../src/modules/account/require-owner.ts'
import { showSession } from '../src/modules/chats/session-view.ts'
import { findSession, requireChat } from '../src/modules/chats/sessions/sessions.repo.ts'
import { type Inbound, receiveMessage } from '../src/modules/conversations/receive-message.ts'
import { receiveReaction } from '../src/modules/conversations/receive-signals.ts'
import { describeOperation } from '../src/platform/calls/describe.ts'
import type { Database, Queries } from '../src/platform/database/database.ts'
import type { OwnerEnv, VerifyToken } from '../src/platform/http/context.ts'
import { Problem } from '../src/platform/http/problem.ts'
import { jsonBody } from '../src/platform/http/request-input.ts'
import type { Queue } from '../src/platform/queue/queue.ts'
import type { GraphSimulator } from './simulators/graph/open-graph.ts'
import type { RememberedMessage } from './simulators/graph/phone.ts'

type Simulated = z.output<typeof simulateInboundSchema>

interface SimulateDeps {
  database: Database
  queue: Queue
  verifyToken: VerifyToken
  /** The simulated WhatsApp, whose phones also show messages that are received here. */
  graph: Pick<GraphSimulator, 'remember'>
}

/** /api/dev/simulate: messages of simulated contacts; only where nobody else can reach the server. */
export function simulateRoutes({ database, queue, verifyToken, graph }: SimulateDeps) {
  return new Hono<OwnerEnv>().use(requireSignIn(verifyToken), requireOwner).post(
    '/inbound',
    describeOperation({
      tag: 'Chats',
      summary: 'Receive a message from a simulated contact',
      leaves: 'nothing',
      description: 'Offered only where the server runs with the identity emulator.',
      answers: { 201: simulateInboundResponseSchema },
      problems: [400, 403, 404, 413, 415, 422],
    }),
    jsonBody(simulateInboundSchema),
    async (c) => {
      const { ownerId } = c.var
      const simulated = c.req.valid('json')
      const inbound = toInbound(ownerId, simulated)
      await graph.remember(toRemembered(inbound))
      const answer = await database.transaction(async (queries) => {
        const { sessionId, ...received } =
          simulated.type === 'reaction'
            ? await react(queries, queue, { inbound, simulated })
            : await receiveMessage(queries, queue, inbound)
        const session = requireChat(await findSession(queries, ownerId, sessionId))
        return { success: true, ...received, session: await showSession(queries, session) }
      })
      return c.json(answer, 201)
    },
  )
}

function toInbound(ownerId: string, simulated: Simulated): Inbound {
  const { from, name, type, text, replyToProviderId } = simulated
  return {
    ownerId,
    channel: 'simulator',
    from: { phoneNumber: from, name },
    message: {
      providerId: simulated.providerId ?? `sim.${randomUUID()}`,
      type,
      text,
      replyToProviderId,
      at: earlier(simulated.at),
    },
  }
}

/** A reaction, which is answered with the message that it is put to. */
async function react(
  queries: Queries,
  queue: Queue,
  { inbound, simulated }: { inbound: Inbound; simulated: Simulated },
) {
  const { ownerId, from, message } = inbound
  const { providerId, replyToProviderId: aboutProviderId = '', at } = message
  const { reaction: emoji = '' } = simulated
  const about = { ownerId, from, providerId, aboutProviderId, emoji, at, receivedAt: new Date() }
  const found = await receiveReaction(queries, queue, about)
  if (found === undefined) throw new Problem('not_found', { detail: 'There is no such message.' })
  return { messageId: found.id, sessionId: found.sessionId, isDuplicate: false }
}

/** As the phone shows it, which has to know that its window is open. */
function toRemembered({ ownerId, from, message }: Inbound): RememberedMessage {
  const { providerId: id, type, text, at, replyToProviderId: replyTo } = message
  const { phoneNumber: number = '', name } = from
  return { ownerId, waId: number.slice(1), name, id, type, text, at, replyTo }
}

/** Nobody writes in the future. */
function earlier(at: string | undefined): Date {
  const now = new Date()
  const told = at === undefined ? now : new Date(at)
  return told < now ? told : now
}
