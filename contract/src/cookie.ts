/** The name of a cookie; by its prefix no other host, and nobody without TLS, can set it over TLS. */
export const cookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name

/** The cookie that holds the visitor's id, by which the edge draws releases. */
export const visitorCookieName = 'errand_visitor'

interface CookieOptions {
  maxAge: number
  isSecure: boolean
}

/** A cookie as an edge and a page set it. */
export const cookieText = (
  name: string,
  value: string,
  { maxAge, isSecure }: CookieOptions,
): string =>
  `${cookieName(name, isSecure)}=${value}; Max-Age=${maxAge}; Path=/; SameSite=Lax${isSecure ? '; Secure' : ''}`
