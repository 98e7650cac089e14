import { Problem } from '../http/problem.ts'

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
