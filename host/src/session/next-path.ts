import { paths } from '@errand/contract/paths'

const parameter = 'next'

/** The login page's path that leads back to `place` afterwards. */
export function loginPath(place: Pick<URL, 'pathname' | 'search' | 'hash'>): string {
  const next = place.pathname + place.search + place.hash
  return `${paths.login}?${new URLSearchParams({ [parameter]: next }).toString()}`
}

/** Where to go after the login at `url`, or nothing; never another site, never the login again. */
export function nextPath(url: URL): string | undefined {
  const next = url.searchParams.get(parameter)
  if (next === null || !next.startsWith('/')) return undefined
  const target = new URL(next, url.origin)
  if (target.origin !== url.origin || target.pathname === paths.login) return undefined
  // `/.//evil.example` is ours to the URL parser, and another site's once it is a path again.
  if (target.pathname.startsWith('//')) return undefined
  return target.pathname + target.search + target.hash
}
