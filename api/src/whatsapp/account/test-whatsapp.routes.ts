import { testWhatsAppResponseSchema, testWhatsAppSchema } from '@errand/contract/auth'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { jsonBody } from '../../http/json-body.ts'
import { ownerOnly, signedIn } from '../../identity/owner.ts'
import type { Services } from '../../services.ts'
import { testWhatsApp } from './test-whatsapp.ts'

/** /api/auth/test-whatsapp: whether the owner's number works. */
export function testWhatsAppRoutes(services: Services) {
  return new Hono<OwnerEnv>()
    .use(signedIn(services.verifyToken), ownerOnly(services.database))
    .post(
      '/',
      describe({
        tag: 'Account',
        summary: 'Test the WhatsApp number',
        description:
          'Looks at the token, the number and the webhook, and sends the owner a message. Held messages go out when all is well. A failed test is a result. At most 5 in a minute.',
        answers: { 200: testWhatsAppResponseSchema },
        problems: [400, 403, 413, 415, 422, 429],
      }),
      jsonBody(testWhatsAppSchema),
      async (c) => c.json(await testWhatsApp(services, c.var.ownerId, c.req.valid('json').to)),
    )
}
