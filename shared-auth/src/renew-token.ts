import type { Auth } from 'firebase/auth'

import { onAwake } from './on-awake.ts'
import { serverNow } from './server-clock.ts'
import { getSession } from './session.ts'

/** So long before its end a token is renewed. */
const aheadMs = 5 * 60_000
/** Timers stand still while the machine sleeps, and clocks get corrected: the token is looked at again. */
const lookMs = 60_000

/** S14: renews the token of whoever is signed in five minutes before it expires, for as long as the page is open. */
export function renewTokens(auth: Auth): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewedAt = -Infinity
  let known = { endMs: 0, dueAt: 0 }
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    clearTimeout(timer)
    // A provider that is away is asked again; one that refuses ends the session with the next call.
    const waitMs = await renewIfDue().catch(() => lookMs)
    isLooking = false
    timer = setTimeout(look, waitMs)
  }

  /** Answers when to look again. */
  async function renewIfDue(): Promise<number> {
    const { currentUser: user } = auth
    if (user === null || getSession().status !== 'signed-in') return lookMs
    const { claims } = await user.getIdTokenResult()
    const [startMs, endMs] = [Number(claims.iat) * 1000, Number(claims.exp) * 1000]
    if (endMs !== known.endMs) {
      known = { endMs, dueAt: performance.now() + endMs - startMs - aheadMs }
    }
    // A sleep stops the one clock, a correction moves the other.
    const dueInMs = Math.min(endMs - aheadMs - serverNow(), known.dueAt - performance.now())
    if (dueInMs > 0) return Math.min(dueInMs, lookMs)
    // A clock that is ahead and not corrected yet takes every token for an old one.
    if (performance.now() - renewedAt < lookMs) return lookMs
    await user.getIdToken(true)
    renewedAt = performance.now()
    return lookMs
  }

  void look()
  onAwake(() => void look())
}
