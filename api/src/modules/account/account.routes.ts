import {
  createProfileCall,
  knownBrowserHeader,
  readProfileCall,
  testSmtpCall,
  updateSettingsCall,
} from '@errand/contract/auth'
import { Hono } from 'hono'
import type { Logger } from 'pino'

import { answerCalls } from '../../platform/calls/answer-calls.ts'
import type { Database } from '../../platform/database/database.ts'
import type { SignedInEnv, VerifyToken } from '../../platform/http/context.ts'
import { toEntityTag } from '../../platform/http/etag.ts'
import { withIdempotencyKey } from '../../platform/http/idempotency.ts'
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
  const routes = new Hono<SignedInEnv>().use(requireSignIn(verifyToken))
  const on = answerCalls(routes, '/auth', 'Account')
  const onOwner = answerCalls(routes.use('/test-smtp', requireOwner), '/auth', 'Account')
  onOwner(testSmtpCall, {
    summary: 'Test a mail server',
    leaves: {
      what: 'a letter that says nothing, to any address',
      code: 'never',
      why: 'the saved password goes to the saved server alone',
    },
    description:
      'Values need not be saved; without a password the saved one is used if host, port, security and username are the saved ones. A failed test is a result. At most 5 in a minute.',
  }).answer(({ ownerId, body }) => testSmtp(services, ownerId, body))
  on(createProfileCall, {
    summary: 'Create the profile',
    leaves: 'nothing',
    description:
      'Safe to repeat: a profile that is there already stays as it is. An account that was closed within the last 30 days is opened again, with its jobs paused. The pages start in the language of `Accept-Language` that is liked best of those they are written in.',
  }).answer(({ c, identity, body: input }) =>
    withIdempotencyKey(c, database, {
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
    }),
  )
  on(readProfileCall, {
    summary: 'Read the profile',
    leaves: {
      what: 'the key that signs callbacks',
      code: 'never',
      why: 'pages show it beside the callback address, and it opens nothing here',
    },
  }).answer(async ({ c, identity }) => {
    const user = await getProfile(services, identity.uid)
    const visitor = readVisitor(c)
    const since = visitor && (await noteBrowser(database.queries, user.id, visitor))
    if (since) c.header(knownBrowserHeader, `${since.toISOString()} ${visitor}`)
    c.header('etag', toEntityTag(user.settings.version))
    return { success: true, user, isNewUser: false }
  })
  on(updateSettingsCall, {
    summary: 'Change name, e-mail or settings',
    leaves: {
      what: 'alerts, e-mails, replies to them, invoices, messages',
      code: 'sometimes',
      why: 'for another e-mail address of the owner, a new one of the sender, for replies or invoices, another mail server or number, each secret',
    },
    description:
      'Absent members stay as they are. The version to change is the one of the settings; without it the last change counts, member by member. Secrets are written and never answered; `null` forgets one, and so does another mail server for the password of the one before. Another WhatsApp number, mail server or e-mail address of the owner, of the sender, for replies or invoices, and each secret, needs a sign-in of the last ten minutes.',
  }).answer(async ({ c, identity, actor, body: input, isWanted: isExpectedVersion }) => {
    const user = await updateSettings(services, { identity, actor, input, isExpectedVersion })
    c.header('etag', toEntityTag(user.settings.version))
    return { success: true, user }
  })
  return routes
}
