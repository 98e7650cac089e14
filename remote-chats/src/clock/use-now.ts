import { useEffect, useState } from 'react'

import { serverNow } from './server-clock.ts'

/** The api's clock, looked at every so many milliseconds; not at all with `undefined`. */
export function useNow(everyMs: number | undefined): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (everyMs === undefined) return undefined
    const look = () => setNow(serverNow())
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
