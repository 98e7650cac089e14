import { queryClient, subscribeEvents } from '@errand/shared-auth'
import { useEffect } from 'react'

import { billingKey } from './billing.queries.ts'

const quietMs = 1000

/** Keeps what is shown of money true while messages are sent and payments arrive. */
export function useLiveBilling(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: billingKey })
    }
    const stop = subscribeEvents(({ type }) => {
      // Each message of a burst changes the balance; it is asked for once.
      if (type === 'billing.updated' || type === 'resync') timer ??= setTimeout(refresh, quietMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
