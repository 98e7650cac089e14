import { useEffect, useState } from 'react'

const stepMs = 30_000

// One clock for all of a page: a list has hundreds of times.
const followers = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** By whole steps of the clock on the wall, so that all pages say the same at the same moment. */
const lastStep = (): number => Math.floor(Date.now() / stepMs) * stepMs

function tell(): void {
  for (const follow of followers) follow()
}

function begin(): void {
  timer = setTimeout(
    () => {
      tell()
      begin()
    },
    stepMs - (Date.now() % stepMs),
  )
}

/** The time to the last half minute, kept up to date; also on a page that was left over night. */
export function useNow(): number {
  const [now, setNow] = useState(lastStep)
  useEffect(() => {
    const follow = () => setNow(lastStep())
    followers.add(follow)
    if (timer === undefined) {
      begin()
      // The clock of a page that nobody looks at may stand still.
      document.addEventListener('visibilitychange', tell)
    }
    return () => {
      followers.delete(follow)
      if (followers.size > 0) return
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tell)
      timer = undefined
    }
  }, [])
  return now
}
