import { useBeforeUnload } from 'react-router-dom'

import { useUnsentCount } from '../outbox/use-outbox.ts'

/** Asks before a tab is closed in which replies still wait for the network. */
export function useKeepUnsent(): void {
  const count = useUnsentCount()
  useBeforeUnload((event) => {
    if (count > 0) event.preventDefault()
  })
}
