import { contactResponseSchema, updateContactSchema } from '@errand/contract/chats/session'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { jsonBody } from '../../http/json-body.ts'
import { readId } from '../../http/read-id.ts'
import type { Services } from '../../services.ts'
import { changeContact } from './change-contact.ts'

/** /api/chats/contacts: who the owner's chats are with. */
export function contactsRoutes({ database }: Services) {
  return new Hono<OwnerEnv>().put(
    '/contacts/:id',
    describe({
      tag: 'Chats',
      summary: 'Rename, block or opt out a contact',
      description: 'Absent members stay as they are. Blocking or opting out closes the chat.',
      answers: { 200: contactResponseSchema },
      problems: [400, 403, 404, 413, 415, 422],
    }),
    jsonBody(updateContactSchema),
    async (c) => {
      const target = { ownerId: c.var.ownerId, id: readId('contact', c.req.param('id')) }
      const input = c.req.valid('json')
      const contact = await database.transaction((queries) => changeContact(queries, target, input))
      return c.json({ success: true, contact })
    },
  )
}
