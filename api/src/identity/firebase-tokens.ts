import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'

import { Problem } from '../http/problem.ts'
import { claimOptions, toIdentity } from './claims.ts'
import { refusedToken, type VerifyToken } from './identity.ts'

/** Where the public keys of Firebase Auth are. */
export const firebaseKeysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The public keys that Firebase Auth signs with, fetched when needed and kept for an hour. */
export function firebaseKeys(): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(firebaseKeysUrl), {
    cooldownDuration: 30_000,
    cacheMaxAge: 3_600_000,
    timeoutDuration: 5_000,
  })
}

/** Takes the tokens that Firebase Auth signed for the project, and no others. */
export function verifyFirebaseTokens(project: string, keys: JWTVerifyGetKey): VerifyToken {
  const options = { ...claimOptions(project), algorithms: ['RS256'] }
  const findKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      // Our trouble, not the caller's: a 401 would sign him out.
      throw new Problem('service_unavailable', { retryAfter: 5, cause })
    }
  }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, findKey, options)
      return toIdentity(payload)
    } catch (error) {
      if (error instanceof Problem) throw error
      const isExpired = error instanceof errors.JWTExpired
      throw refusedToken(isExpired ? 'token_expired' : 'unauthenticated', error)
    }
  }
}
