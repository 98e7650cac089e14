import { phoneNumberSchema } from '@errand/contract/auth'
import type { JWTPayload, JWTVerifyOptions } from 'jose'
import * as z from 'zod/mini'

import { isStorableText } from '../http/storable.ts'
import type { Identity } from './identity.ts'

/** How far the clocks of the provider and of this machine may be apart. */
const clockToleranceSeconds = 5

/** What the library checks of an ID token of the project, signed or not. */
export function claimOptions(project: string): JWTVerifyOptions {
  return {
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    clockTolerance: clockToleranceSeconds,
  }
}

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128), z.refine(isStorableText)),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  phone_number: z.optional(phoneNumberSchema),
})

/** What it does not check: the provider asks for these as well. Throws when they do not hold. */
export function toIdentity(payload: JWTPayload): Identity {
  const claims = claimsSchema.parse(payload)
  const latest = Date.now() / 1000 + clockToleranceSeconds
  if (claims.iat > latest || claims.auth_time > latest)
    throw new Error('The token is of the future')
  return {
    uid: claims.sub,
    phoneNumber: claims.phone_number,
    expiresAt: new Date(claims.exp * 1000),
    authenticatedAt: new Date(claims.auth_time * 1000),
  }
}
