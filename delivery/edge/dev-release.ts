import type { RemoteRelease } from '@errand/contract/release'
import type { Icon, RemotePlace } from '@errand/contract/remote'

/** The name that development builds have instead of a version. */
export const devVersion = 'dev'

type DevRemote = Omit<RemotePlace, 'icon'> & {
  app: string
  icon: Icon
  /** Where its development server is. */
  origin: string
  hasWidget?: boolean | undefined
}

/** The global name of a remote's development build. */
export const devGlobalName = (app: string): string => `${containerOf(app)}__${devVersion}`

const containerOf = (app: string): string => app.replaceAll('-', '_')

/** A remote that a development server serves: it has no hashes, and nothing to fall back on. */
export function devRelease({ origin, hasWidget, ...place }: DevRemote): RemoteRelease {
  return {
    ...place,
    name: containerOf(place.app),
    version: devVersion,
    globalName: devGlobalName(place.app),
    entry: { url: `${origin}/remoteEntry.js`, as: 'script' },
    preload: [],
    pages: [],
    fallbacks: [],
    ...(hasWidget && { widget: [] }),
  }
}
