import { Problem } from '../http/problem.ts'

const realm = 'Bearer realm="errand"'

/** The 401 for a request without a token: RFC 6750 asks for no error code then. */
export function missingToken(): Problem {
  return new Problem('unauthenticated', { headers: { 'www-authenticate': realm } })
}

/** The 401 for a token that is not accepted; `cause` is never shown to the caller. */
export function refusedToken(
  code: 'unauthenticated' | 'token_expired' | 'signed_out',
  cause?: unknown,
): Problem {
  return new Problem(code, {
    cause,
    headers: { 'www-authenticate': `${realm}, error="invalid_token"` },
  })
}
