/** Gives the bearer token of the signed-in user; `forceRefresh` asks the provider for a new one. */
export type TokenSource = (forceRefresh: boolean) => Promise<string>

let source: TokenSource | undefined

/** Set while somebody is signed in: the only way of the HTTP client to a token. */
export function setTokenSource(next: TokenSource | undefined): void {
  source = next
}

/** The bearer token, or nothing when nobody is signed in. */
export const getToken = async (forceRefresh = false): Promise<string | undefined> =>
  source?.(forceRefresh)
