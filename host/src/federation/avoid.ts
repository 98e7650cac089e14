import { avoidCookieName } from '@errand/contract/release'

const longestList = 10
/** Not for long: the cause may have been the network. Whoever still has reason to asks again. */
const oneHour = 3600

/** Asks the edge, by cookie, to give this browser another release than `app@version` for a while. */
export function avoid(release: string): void {
  const [, names] = new RegExp(`${avoidCookieName}=([^;]+)`).exec(document.cookie) ?? []
  const others = names?.split('~').filter((name) => name !== release) ?? []
  const value = [...others, release].slice(-longestList).join('~')
  document.cookie = `${avoidCookieName}=${value};path=/;max-age=${oneHour};samesite=lax`
}
