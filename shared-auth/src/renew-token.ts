import type { Auth } from 'firebase/auth'

import { serverNow } from './api/server-clock.ts'
import { onAwake } from './browser/on-awake.ts'
import { getSession } from './session/session.ts'

/** A token is renewed this long before it expires. */
const renewAheadMs = 5 * 60_000
/**
 * Timers stop while the machine sleeps, and clocks get corrected, so the token is checked
 * regularly.
 */
const checkIntervalMs = 60_000

/**
 * S14: renews the token of the signed-in user five minutes before it expires, while the page is
 * open.
 */
export function renewTokens(auth: Auth): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewedAt = -Infinity
  let known = { endMs: 0, dueAt: 0 }
  let isChecking = false

  async function checkToken(): Promise<void> {
    if (isChecking) return
    isChecking = true
    clearTimeout(timer)
    // An unreachable provider is asked again; one that refuses ends the session with the next call.
    const waitMs = await renewIfDue().catch(() => checkIntervalMs)
    isChecking = false
    timer = setTimeout(checkToken, waitMs)
  }

  /** Resolves to the time until the next check. */
  async function renewIfDue(): Promise<number> {
    const { currentUser: user } = auth
    if (user === null || getSession().status !== 'signed-in') return checkIntervalMs
    const { claims } = await user.getIdTokenResult()
    const [startMs, endMs] = [Number(claims.iat) * 1000, Number(claims.exp) * 1000]
    if (endMs !== known.endMs) {
      known = { endMs, dueAt: performance.now() + endMs - startMs - renewAheadMs }
    }
    // Sleep stops one of the clocks, a correction moves the other.
    const dueInMs = Math.min(endMs - renewAheadMs - serverNow(), known.dueAt - performance.now())
    if (dueInMs > 0) return Math.min(dueInMs, checkIntervalMs)
    // With a clock that is ahead and not corrected yet, every token looks expired.
    if (performance.now() - renewedAt < checkIntervalMs) return checkIntervalMs
    await user.getIdToken(true)
    renewedAt = performance.now()
    return checkIntervalMs
  }

  void checkToken()
  onAwake(() => void checkToken())
}
