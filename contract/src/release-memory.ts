/// <reference lib="dom" />

// What a browser remembers of releases. The host and the edge's boot script, which are released
// apart, write it in the same way.

/**
 * The cookie that names releases which did not work in this browser, `app@version` joined by `~`:
 * the edge gives it others.
 */
export const avoidCookieName = 'errand_avoid'

/** How many releases the cookie names at most: enough for all that one document names of each app. */
export const maxAvoided = 20

/**
 * Asks the edge for other releases than these for an hour: no longer, because the cause may have
 * been the network, and a release that keeps failing is avoided again.
 */
export function avoidReleases(names: string[]): void {
  const isSecure = location.protocol === 'https:'
  const cookie = `${isSecure ? '__Host-' : ''}${avoidCookieName}=`
  const [list = ''] = `; ${document.cookie}`.split(`; ${cookie}`)[1]?.split(';') ?? []
  // Moved to the end each time: the edge gives the one that failed longest ago if none is left.
  const others = list.split('~').filter((name) => name && !names.includes(name))
  document.cookie = `${cookie}${[...others, ...names].slice(-maxAvoided).join('~')}; path=/; max-age=3600; samesite=lax${isSecure ? '; secure' : ''}`
}

const startsKey = 'errand:streaks'

/** How often in a row each release, by `app@version`, has failed to start. */
export function readStarts(): Partial<Record<string, number>> {
  try {
    return JSON.parse(storedStarts() ?? '{}')
  } catch {
    return {}
  }
}

/** Another site may have named the tab, so its name counts only where nothing can be stored. */
function storedStarts(): string | null | undefined {
  try {
    return localStorage.getItem(startsKey)
  } catch {
    return window.name.split(startsKey)[1]
  }
}

/** Stores how often a release has failed to start in a row. */
export function writeStarts(release: string, starts: number): void {
  const text = JSON.stringify({ ...readStarts(), [release]: starts || undefined })
  try {
    localStorage.setItem(startsKey, text)
    if (isInTab()) window.name = ''
  } catch {
    // What the browser refuses to store stays in the name of the tab, which a reload keeps.
    window.name = startsKey + text
  }
}

/** Whether failed starts are kept in the name of the tab, because the browser stores nothing. */
export const isInTab = (): boolean => window.name.includes(startsKey)
