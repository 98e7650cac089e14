import { Problem } from '../../http/problem.ts'
import type { Identity, VerifyToken } from '../../identity/identity.ts'

/** How long ago somebody may have proved who he is to count as being there himself. */
const freshMs = 5 * 60 * 1000

/**
 * The rule of `X-Reauth`: a token of the same person, who signed in a moment ago. What is wrong with
 * it is a 403: a 401 would say that the caller himself has to sign in, and sign him out.
 */
export async function requireFreshSignIn(
  verifyToken: VerifyToken,
  { token, uid }: { token: string; uid: string },
): Promise<void> {
  const identity = await verify(verifyToken, token)
  const isFresh = Date.now() - identity.authenticatedAt.getTime() <= freshMs
  if (identity.uid !== uid || !isFresh) throw refusal()
}

async function verify(verifyToken: VerifyToken, token: string): Promise<Identity> {
  try {
    return await verifyToken(token)
  } catch (error) {
    throw error instanceof Problem && error.status === 401 ? refusal(error) : error
  }
}

function refusal(cause?: unknown): Problem {
  return new Problem('forbidden', {
    detail: 'X-Reauth must be an ID token of yours from a sign-in of the last five minutes.',
    cause,
  })
}
