import { draftPrefix } from '@errand/contract/drafts'

import { browserStorage, tabStorage } from './page-storage.ts'
import { queryClient } from './query-client.ts'
import { getSession, setSession, type SignedOutReason } from './session.ts'
import { setSignedInHint } from './signed-in-hint.ts'
import { setTokenSource } from './token.ts'

/** Forgets the user in this tab: token, session, and every answer of the api. */
export function endSession(reason: SignedOutReason): void {
  setTokenSource(undefined)
  setSignedInHint(false)
  // Whose session merely expired finds his unsent text again; who left may share the computer.
  if (reason === 'left') clearDrafts()
  // Once only: emptying the cache makes mounted pages ask again, and be refused again.
  if (getSession().status === 'signed-out') return
  setSession({ status: 'signed-out', reason })
  queryClient.clear()
}

function clearDrafts(): void {
  for (const storage of [tabStorage, browserStorage]) {
    for (const key of storage.keys()) {
      if (key.startsWith(draftPrefix)) storage.removeItem(key)
    }
  }
}
