import { queryClient } from './query-client.ts'
import { getSession, setSession, type SignedOutReason } from './session.ts'
import { setSignedInHint } from './signed-in-hint.ts'
import { setTokenSource } from './token.ts'

/** Forgets the user in this tab: token, session, and every answer of the api. */
export function endSession(reason: SignedOutReason): void {
  setTokenSource(undefined)
  setSignedInHint(false)
  if (getSession().status !== 'signed-out') setSession({ status: 'signed-out', reason })
  queryClient.clear()
}
