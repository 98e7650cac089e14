import {
  createProfileSchema,
  knownBrowserHeader,
  profileResponseSchema,
  testSmtpResponseSchema,
  testSmtpSchema,
  updateSettingsResponseSchema,
  updateSettingsSchema,
} from '@errand/contract/auth'
import { Hono } from 'hono'
import type { Logger } from 'pino'

import type { Database } from '../../platform/database/database.ts'
import {
  describeOperation,
  idempotencyKeyHeader,
  ifMatchHeader,
} from '../../platform/docs/describe.ts'
import type { SignedInEnv, VerifyToken } from '../../platform/http/context.ts'
import { toEntityTag, readIfMatch } from '../../platform/http/etag.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
import { jsonBody } from '../../platform/http/request-input.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { createProfile, getProfile, type NewProfileServices } from './account.service.ts'
import { noteBrowser, readVisitor } from './known-browser.ts'
import { requireOwner, requireSignIn } from './require-owner.ts'
import { updateSettings } from './settings.ts'
import { readDevice } from './sign-ins/device.ts'
import { addSignIn } from './sign-ins/sign-ins.repo.ts'
import { testSmtp } from './test-smtp.ts'

interface Dependencies extends NewProfileServices {
  database: Database
  log: Logger
  queue: Queue
  verifyToken: VerifyToken
}

/** /api/auth: the signed-in person's own profile and settings. */
export function authRoutes(services: Dependencies) {
  const { database, log, queue, verifyToken } = services
  return new Hono<SignedInEnv>()
    .use(requireSignIn(verifyToken))
    .post(
      '/test-smtp',
      requireOwner,
      describeOperation({
        tag: 'Account',
        summary: 'Test a mail server',
        leaves: {
          what: 'a letter that says nothing, to any address',
          code: 'never',
          why: 'the saved password goes to the saved server alone',
        },
        description:
          'Values need not be saved; without a password the saved one is used if host, port, security and username are the saved ones. A failed test is a result. At most 5 in a minute.',
        answers: { 200: testSmtpResponseSchema },
        problems: [400, 403, 413, 415, 422, 429],
      }),
      jsonBody(testSmtpSchema),
      async (c) => c.json(await testSmtp(services, c.var.ownerId, c.req.valid('json'))),
    )
    .post(
      '/profile',
      describeOperation({
        tag: 'Account',
        summary: 'Create the profile',
        leaves: 'nothing',
        description:
          'Safe to repeat: a profile that is there already stays as it is. An account that was closed within the last 30 days is opened again, with its jobs paused. The pages start in the language of `Accept-Language` that is liked best of those they are written in.',
        parameters: [idempotencyKeyHeader],
        answers: { 200: profileResponseSchema, 201: profileResponseSchema },
        problems: [400, 403, 409, 413, 415, 422],
      }),
      jsonBody(createProfileSchema),
      (c) => {
        const { identity } = c.var
        const input = c.req.valid('json')
        return withIdempotencyKey(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const acceptedLanguages = c.req.header('accept-language') ?? ''
            const given = { identity, input, acceptedLanguages }
            const { user, isNewUser, isReopened } = await createProfile(queries, services, given)
            const signIn = { ownerId: user.id, identity, device: readDevice(c) }
            if (isNewUser || isReopened) await addSignIn({ queries, queue, log }, signIn)
            return {
              status: isNewUser ? 201 : 200,
              body: { success: true, user, isNewUser, ...(isReopened && { isReopened }) },
            }
          },
        })
      },
    )
    .get(
      '/profile',
      describeOperation({
        tag: 'Account',
        summary: 'Read the profile',
        leaves: {
          what: 'the key that signs callbacks',
          code: 'never',
          why: 'pages show it beside the callback address, and it opens nothing here',
        },
        answers: { 200: profileResponseSchema },
        problems: [404],
      }),
      async (c) => {
        const user = await getProfile(services, c.var.identity.uid)
        const visitor = readVisitor(c)
        const since = visitor && (await noteBrowser(database.queries, user.id, visitor))
        if (since) c.header(knownBrowserHeader, `${since.toISOString()} ${visitor}`)
        c.header('etag', toEntityTag(user.settings.version))
        return c.json({ success: true, user, isNewUser: false })
      },
    )
    .put(
      '/settings',
      describeOperation({
        tag: 'Account',
        summary: 'Change name, e-mail or settings',
        leaves: {
          what: 'alerts, e-mails, replies to them, invoices, messages',
          code: 'sometimes',
          why: 'for another e-mail address of the owner, a new one of the sender, for replies or invoices, another mail server or number, each secret',
        },
        description:
          'Absent members stay as they are. The version to change is the one of the settings; without it the last change counts, member by member. Secrets are written and never answered; `null` forgets one, and so does another mail server for the password of the one before. Another WhatsApp number, mail server or e-mail address of the owner, of the sender, for replies or invoices, and each secret, needs a sign-in of the last ten minutes.',
        parameters: [ifMatchHeader],
        answers: { 200: updateSettingsResponseSchema },
        problems: [400, 403, 412, 413, 415, 422],
      }),
      jsonBody(updateSettingsSchema),
      async (c) => {
        const user = await updateSettings(services, {
          identity: c.var.identity,
          actor: c.var.actor,
          input: c.req.valid('json'),
          isExpectedVersion: readIfMatch(c),
        })
        c.header('etag', toEntityTag(user.settings.version))
        return c.json({ success: true, user })
      },
    )
}
