import { Problem } from '../http/problem.ts'

/** Who signed in, as the identity provider vouches for it. */
export interface Identity {
  uid: string
  phoneNumber: string | undefined
  /** When the token that says so ends, and when the person last signed in. */
  expiresAt: Date
  authenticatedAt: Date
}

/** Gives the identity of a bearer token, or throws the 401 that says why not. */
export type VerifyToken = (token: string) => Promise<Identity>

const realm = 'Bearer realm="errand"'

/** No token at all: RFC 6750 wants no error code then. */
export function missingToken(): Problem {
  return new Problem('unauthenticated', { headers: { 'www-authenticate': realm } })
}

/** A token that will not do; `cause` goes to nobody but the debugger. */
export function refusedToken(code: 'unauthenticated' | 'token_expired', cause?: unknown): Problem {
  return new Problem(code, {
    cause,
    headers: { 'www-authenticate': `${realm}, error="invalid_token"` },
  })
}
