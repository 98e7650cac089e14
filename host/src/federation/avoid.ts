import { avoidCookieName, maxAvoided, type RemoteRelease } from '@errand/contract/release'

import { releaseName } from './release.ts'

/** Not for long: the cause may have been the network. Whoever still has reason to asks again. */
const oneHour = 3600

/**
 * Asks the edge, by cookie, to give this browser other releases of an app for a while. A preview is
 * asked for on purpose, and says nothing of what others get.
 */
export function avoid(
  app: Pick<RemoteRelease, 'app' | 'isPreview'>,
  releases: { version: string }[],
): void {
  if (app.isPreview || !releases[0]) return
  const names = releases.map((release) => releaseName(app, release))
  const [, list] = new RegExp(`${avoidCookieName}=([^;]+)`).exec(document.cookie) ?? []
  const others = list?.split('~').filter((name) => !names.includes(name)) ?? []
  const value = [...others, ...names].slice(-maxAvoided).join('~')
  document.cookie = `${avoidCookieName}=${value};path=/;max-age=${oneHour};samesite=lax`
}
