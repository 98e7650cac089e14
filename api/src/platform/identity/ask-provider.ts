import * as z from 'zod/mini'

import type { Identity } from '../http/context.ts'
import { fetchLimited } from '../http/fetch-limited.ts'

/**
 * Asks the identity provider whether the user of a token may still be signed in; throws when it does not
 * say.
 */
export type AskProvider = (identity: Identity) => Promise<boolean>

/** Shorter than an owner waits, as a call may have to wait for the answer. */
const timeoutMs = 3_000

/** A token that ends while its call is on the way is no sign of a revoked sign-in. */
const expiryMarginMs = 60_000

/**
 * What the provider says of a user who was disabled, deleted or signed out everywhere. `INVALID_ID_TOKEN` is
 * none of them: a key of another project gets it for every user.
 */
const refusals = new Set(['USER_DISABLED', 'USER_NOT_FOUND', 'TOKEN_EXPIRED'])

const userSchema = z.object({
  validSince: z.optional(z.coerce.number()),
  disabled: z.optional(z.boolean()),
})
const answerSchema = z.object({ users: z.array(userSchema).check(z.minLength(1)) })
const errorSchema = z.object({ error: z.object({ message: z.string() }) })

/** Asks Firebase Auth, or its emulator, by the call with which pages read their own user. */
export function createAskProvider({
  apiKey,
  emulatorUrl,
}: {
  apiKey: string
  emulatorUrl?: string | undefined
}): AskProvider {
  const host = 'identitytoolkit.googleapis.com'
  const origin = emulatorUrl === undefined ? `https://${host}` : new URL(host, emulatorUrl).href
  const url = `${origin}/v1/accounts:lookup?key=${encodeURIComponent(apiKey)}`
  return async ({ token, authenticatedAt, expiresAt }) => {
    const response = await fetchLimited(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ idToken: token }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json()
    if (response.ok) {
      const [user] = answerSchema.parse(body).users
      const validSinceMs = (user?.validSince ?? 0) * 1000
      return user?.disabled !== true && authenticatedAt.getTime() >= validSinceMs
    }
    const message = errorSchema.safeParse(body).data?.error.message ?? ''
    const isExpiring = expiresAt.getTime() - Date.now() < expiryMarginMs
    if (refusals.has(message) && !(message === 'TOKEN_EXPIRED' && isExpiring)) return false
    throw new Error(`The identity provider answered ${response.status} ${message}`)
  }
}
