import { testSmtpResponseSchema, testSmtpSchema } from '@errand/contract/auth'
import { Hono } from 'hono'

import { describe } from '../../docs/describe.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { jsonBody } from '../../http/json-body.ts'
import { ownerOnly } from '../../identity/owner.ts'
import { signedIn } from '../../identity/signed-in.ts'
import type { Services } from '../../services.ts'
import { testSmtp } from './test-smtp.service.ts'

/** /api/auth/test-smtp: whether mail can be sent with these values. */
export function testSmtpRoutes(services: Services) {
  return new Hono<OwnerEnv>()
    .use(signedIn(services.verifyToken), ownerOnly(services.database))
    .post(
      '/',
      describe({
        tag: 'Account',
        summary: 'Test a mail server',
        description:
          'Values need not be saved; without a password the saved one is used if host, port, security and username are the saved ones. A failed test is a result. At most 5 in a minute.',
        answers: { 200: testSmtpResponseSchema },
        problems: [400, 403, 413, 415, 422, 429],
      }),
      jsonBody(testSmtpSchema),
      async (c) => c.json(await testSmtp(services, c.var.ownerId, c.req.valid('json'))),
    )
}
