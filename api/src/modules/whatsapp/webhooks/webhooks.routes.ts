import { maxWebhookBytes } from '@errand/contract/limits'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import { describeOperation } from '../../../platform/calls/describe.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RequestEnv } from '../../../platform/http/context.ts'
import { limitBodies } from '../../../platform/http/limit-bodies.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { queryString } from '../../../platform/http/request-input.ts'
import { limitRefusals, type RequestLimits } from '../../../platform/http/request-limits.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { WhatsApp } from '../whatsapp-channel.ts'
import { createQueueTask, ingestWebhook } from './ingest-webhook.ts'
import { createRecipients, isVerifyToken } from './recipients.ts'

interface Dependencies {
  database: Database
  limits?: RequestLimits | undefined
  log: Logger
  queue: Queue
  whatsApp: WhatsApp
}

const verifySchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().check(z.maxLength(200)),
  'hub.challenge': z.string().check(z.maxLength(200)),
})

/** /api/webhooks/whatsapp: receives the events of the messaging provider. */
export function whatsAppWebhookRoutes({ database, queue, whatsApp, log, limits }: Dependencies) {
  const findRecipients = createRecipients(database, whatsApp)
  const queueTask = createQueueTask({ database, queue })
  return new Hono<RequestEnv>()
    .get(
      '/whatsapp',
      describeOperation({
        tag: 'Chats',
        summary: 'Prove to the messaging provider that the webhook is ours',
        leaves: 'nothing',
        description: 'Answers the challenge as text when the word is one that an owner was given.',
        answers: { 200: z.string() },
        fileTypes: ['text/plain'],
        isPublic: true,
        problems: [403, 422],
      }),
      queryString(verifySchema),
      async (c) => {
        const { 'hub.verify_token': token, 'hub.challenge': challenge } = c.req.valid('query')
        if (!(await isVerifyToken(database.queries, token))) throw new Problem('forbidden')
        return c.text(challenge)
      },
    )
    .post(
      '/whatsapp',
      limitRefusals(limits),
      limitBodies(maxWebhookBytes),
      describeOperation({
        tag: 'Chats',
        summary: 'Receive events of the messaging provider',
        leaves: 'nothing',
        description:
          'Signed with the secret of the app over the bytes of the body. Stored and answered at once, worked in later.',
        answers: { 200: z.object({ success: z.literal(true) }) },
        isPublic: true,
        problems: [403, 413],
      }),
      async (c) => {
        const body = new Uint8Array(await c.req.arrayBuffer())
        const signature = c.req.header('x-hub-signature-256') ?? ''
        const ingested = await ingestWebhook(
          { database, findRecipients, queueTask, log, ownSecret: whatsApp.metaApp?.secret },
          { body, signature },
        )
        if (ingested === 'forged') {
          log.warn('a webhook with a wrong signature')
          throw new Problem('forbidden')
        }
        // Accepted all the same, because the provider would repeat it for a week.
        c.set('countsAsRefused', ingested === 'unknown')
        return c.json({ success: true })
      },
    )
}
