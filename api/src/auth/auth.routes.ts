import {
  createProfileSchema,
  deleteAccountResponseSchema,
  deleteAccountSchema,
  profileResponseSchema,
  updateSettingsResponseSchema,
  updateSettingsSchema,
} from '@errand/contract/auth'
import { Hono } from 'hono'

import { describe, idempotencyKeyHeader, ifMatchHeader, reauthHeader } from '../docs/describe.ts'
import type { SignedInEnv } from '../http/context.ts'
import { answerOnce } from '../http/idempotency.ts'
import { entityTag, readIfMatch } from '../http/if-match.ts'
import { jsonBody } from '../http/json-body.ts'
import { signedIn } from '../identity/signed-in.ts'
import type { Services } from '../services.ts'
import { deleteAccount } from './account/delete-account.ts'
import { requireFreshSignIn } from './account/fresh-sign-in.ts'
import { createProfile, getProfile } from './auth.service.ts'
import { updateSettings } from './settings/settings.service.ts'
import { profileView } from './user-view.ts'

/** /api/auth: the signed-in person's own profile, settings and account. */
export function authRoutes(services: Services) {
  const { database, verifyToken, billing, secretBox } = services
  const { meter } = billing
  const view = profileView(services)
  return new Hono<SignedInEnv>()
    .use(signedIn(verifyToken))
    .post(
      '/profile',
      describe({
        tag: 'Account',
        summary: 'Create the profile',
        description: 'Safe to repeat: a profile that is there already stays as it is.',
        parameters: [idempotencyKeyHeader],
        answers: { 200: profileResponseSchema, 201: profileResponseSchema },
        problems: [400, 403, 409, 413, 415, 422],
      }),
      jsonBody(createProfileSchema),
      (c) => {
        const { identity } = c.var
        const input = c.req.valid('json')
        return answerOnce(c, database, {
          scope: identity.uid,
          input,
          work: async (queries) => {
            const profile = { input, view, meter, secretBox }
            const { user, isNewUser } = await createProfile(queries, identity, profile)
            return {
              status: isNewUser ? 201 : 200,
              headers: { etag: entityTag(user.settings.version) },
              body: { success: true, user, isNewUser },
            }
          },
        })
      },
    )
    .get(
      '/profile',
      describe({
        tag: 'Account',
        summary: 'Read the profile',
        answers: { 200: profileResponseSchema },
        problems: [404],
      }),
      async (c) => {
        const user = await getProfile(database, c.var.identity.uid, view)
        c.header('etag', entityTag(user.settings.version))
        return c.json({ success: true, user, isNewUser: false })
      },
    )
    .put(
      '/settings',
      describe({
        tag: 'Account',
        summary: 'Change name, e-mail or settings',
        description:
          'Absent members stay as they are. Secrets are written and never answered; `null` forgets one, and so does another mail server for the password of the one before.',
        parameters: [ifMatchHeader],
        answers: { 200: updateSettingsResponseSchema },
        problems: [400, 403, 412, 413, 415, 422],
      }),
      jsonBody(updateSettingsSchema),
      async (c) => {
        const user = await updateSettings(services, {
          uid: c.var.identity.uid,
          isWanted: readIfMatch(c),
          input: c.req.valid('json'),
        })
        c.header('etag', entityTag(user.settings.version))
        return c.json({ success: true, user })
      },
    )
    .delete(
      '/account',
      describe({
        tag: 'Account',
        summary: 'Delete the account',
        description:
          'Jobs and chats stop at once; the data is deleted for good at `purgeAt`, except invoices, which the law wants kept. Refused while a payment is under way.',
        parameters: [reauthHeader],
        answers: { 200: deleteAccountResponseSchema },
        problems: [400, 403, 409, 413, 415, 422],
      }),
      jsonBody(deleteAccountSchema, { isOptional: true }),
      async (c) => {
        const { uid } = c.var.identity
        const token = c.req.header('x-reauth')
        if (token !== undefined) await requireFreshSignIn(verifyToken, { token, uid })
        const purgeAt = await deleteAccount(services, uid)
        return c.json({ success: true, purgeAt: purgeAt.toISOString() })
      },
    )
}
