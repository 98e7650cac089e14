import { avoidCookieName } from '@errand/contract/release'

const longestList = 10

/** For a release that would not start three times. */
export const oneDay = 86_400
/** For a release that failed once: the cause may have been the network. */
export const tenMinutes = 600

/** Asks the edge, by cookie, to give this browser another release than `app@version` for a while. */
export function avoid(release: string, seconds: number): void {
  const [, names] = new RegExp(`${avoidCookieName}=([^;]+)`).exec(document.cookie) ?? []
  const others = names?.split('~').filter((name) => name !== release) ?? []
  // A cookie has one age for all its names: the first ones may have been meant for longer.
  const age = others.length > 0 ? oneDay : seconds
  const value = [...others, release].slice(-longestList).join('~')
  document.cookie = `${avoidCookieName}=${value}; path=/; max-age=${age}; samesite=lax`
}
