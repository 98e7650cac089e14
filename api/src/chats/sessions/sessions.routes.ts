import { updateFormDataSchema } from '@errand/contract/chats/form-data'
import {
  formDataResponseSchema,
  listMessagesQuerySchema,
  listSessionsQuerySchema,
  messageListSchema,
  saveSessionSchema,
  sessionListSchema,
  sessionResponseSchema,
  setHandlerSchema,
} from '@errand/contract/chats/session'
import { Hono } from 'hono'

import { describe, ifMatchHeader } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { entityTag, readIfMatch } from '../../http/if-match.ts'
import { jsonBody } from '../../http/json-body.ts'
import { query } from '../../http/query.ts'
import { readId } from '../../http/read-id.ts'
import type { Services } from '../../services.ts'
import { listMessages } from '../messages/list-messages.ts'
import { closeSession, saveSession, setHandler } from './change-session.ts'
import { listSessions } from './list-sessions.ts'
import { putFormData } from './put-form-data.ts'

const changed = { answers: { 200: sessionResponseSchema }, tag: 'Chats' } as const

/** /api/chats/sessions: the list, one chat's messages, and what an owner does with a chat. */
export function sessionsRoutes({ database, queue }: Services) {
  return new Hono<OwnerEnv>()
    .get(
      '/sessions',
      describe({
        tag: 'Chats',
        summary: 'List the chats',
        description:
          '`totals` count under the whole filter, whatever the page. `q` looks for beginnings of words in names, numbers and messages. What a chat collected (`formData`) is left out here.',
        answers: { 200: sessionListSchema },
        problems: [403, 422],
      }),
      query(listSessionsQuerySchema),
      async (c) =>
        c.json(await listSessions(database.queries, c.var.ownerId, c.req.valid('query'))),
    )
    .get(
      '/sessions/:id/messages',
      describe({
        tag: 'Chats',
        summary: "Read a chat's messages",
        description:
          'The newest ones, or those before, after or around one of them. `templates` come with a chat whose 24-hour window is closed, or when asked for.',
        answers: { 200: messageListSchema },
        problems: [403, 404, 422],
      }),
      query(listMessagesQuerySchema),
      async (c) => {
        const chat = { ownerId: c.var.ownerId, sessionId: readId('session', c.req.param('id')) }
        return c.json(await listMessages(database.queries, chat, c.req.valid('query')))
      },
    )
    .put(
      '/sessions/:id/save',
      describe({
        ...changed,
        summary: 'Save a chat for later',
        description: 'At `remindAt` it asks for attention; what is absent stays as it is.',
        problems: [400, 403, 404, 413, 415, 422],
      }),
      jsonBody(saveSessionSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const input = c.req.valid('json')
        const session = await database.transaction((queries) => saveSession(queries, target, input))
        return c.json({ success: true, session })
      },
    )
    .post(
      '/sessions/:id/handler',
      describe({
        ...changed,
        summary: 'Take a chat over, or give it back',
        description:
          'Without `returnAt` the assistant takes it back after the time of the settings, with `null` never.',
        problems: [400, 403, 404, 409, 413, 415, 422],
      }),
      jsonBody(setHandlerSchema),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const input = c.req.valid('json')
        const session = await database.transaction((queries) => setHandler(queries, target, input))
        return c.json({ success: true, session })
      },
    )
    .put(
      '/sessions/:id/form-data',
      describe({
        tag: 'Chats',
        summary: 'Fill in what a chat collects',
        description:
          'Merged into what is there; `null` clears an answer. When nothing is missing any more, a chat that the owner does not drive is complete.',
        parameters: [ifMatchHeader],
        answers: { 200: formDataResponseSchema },
        problems: [400, 403, 404, 409, 412, 413, 415, 422],
      }),
      jsonBody(updateFormDataSchema),
      async (c) => {
        const target = {
          ownerId: c.var.ownerId,
          sessionId: readId('session', c.req.param('id')),
          isWanted: readIfMatch(c),
        }
        const answers = c.req.valid('json').formData
        const { formData, session } = await database.transaction((queries) =>
          putFormData(queries, queue, { ...target, answers }),
        )
        c.header('etag', entityTag(formData.version))
        return c.json({ success: true, formData, session, suggestions: formData.suggestions })
      },
    )
    .post(
      '/sessions/:id/close',
      describe({ ...changed, summary: 'Close a chat', problems: [403, 404] }),
      async (c) => {
        const target = { ownerId: c.var.ownerId, id: readId('session', c.req.param('id')) }
        const session = await database.transaction((queries) => closeSession(queries, target))
        return c.json({ success: true, session })
      },
    )
}
