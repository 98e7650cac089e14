import { errors, UnsecuredJWT } from 'jose'

import { claimOptions, toIdentity } from './claims.ts'
import { refusedToken, type VerifyToken } from './identity.ts'

/** Takes the unsigned tokens of the local emulator: anybody can write one, so never in production. */
export function verifyEmulatorTokens(project: string): VerifyToken {
  const options = claimOptions(project)
  return async (token) => {
    try {
      return toIdentity(UnsecuredJWT.decode(token, options).payload)
    } catch (error) {
      const isExpired = error instanceof errors.JWTExpired
      throw refusedToken(isExpired ? 'token_expired' : 'unauthenticated', error)
    }
  }
}
