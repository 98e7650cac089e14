import { avoidCookieName } from '@errand/contract/release'

import { localRecord } from './local-record.ts'

const longestList = 10
const minuteMs = 60_000

/** For a release that would not start three times. */
export const oneDayMs = 24 * 60 * minuteMs
/** For a release that failed once: the cause may have been the network. */
export const tenMinutesMs = 10 * minuteMs

// A cookie has one age for all its names; this is when each ends.
const ends = localRecord('errand:avoid')

/** Asks the edge, by cookie, to give this browser another release than `app@version` for a while. */
export function avoid(release: string, forMs: number): void {
  const now = Date.now()
  const known = ends.read()
  // The script that watches the host's start writes names without an end.
  const written = new Map(namesInCookie().map((name) => [name, known[name] ?? now + oneDayMs]))
  const later = Math.max(written.get(release) ?? 0, now + forMs)
  written.delete(release)
  const kept = [...written, [release, later] as const]
    .filter(([, end]) => end > now)
    .slice(-longestList)
  ends.write(Object.fromEntries(kept))
  const names = kept.map(([name]) => name).join('~')
  const seconds = Math.ceil((Math.max(...kept.map(([, end]) => end)) - now) / 1000)
  document.cookie = `${avoidCookieName}=${names}; path=/; max-age=${seconds}; samesite=lax`
}

function namesInCookie(): string[] {
  const value = document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${avoidCookieName}=`))
    ?.slice(avoidCookieName.length + 1)
  return value === undefined || value === '' ? [] : value.split('~')
}
