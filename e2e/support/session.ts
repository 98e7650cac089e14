import type { APIRequestContext, BrowserContext, Page } from 'playwright/test'

import { confirmNumber, type Account, type Tokens } from './identity.ts'

type StorageState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>

const yearSeconds = 365 * 24 * 60 * 60

const tokens = new WeakMap<BrowserContext, string>()

/** What the pages of the owner who was signed in here send with their requests. */
export function authorizationOf(page: Page): string {
  const token = tokens.get(page.context())
  if (token === undefined) throw new Error('The owner of this page was not signed in by the api')
  return `Bearer ${token}`
}

/** Leaves a browser as a sign-in on the login page leaves it, without opening a page. */
export async function signInByApi(
  context: BrowserContext,
  { phoneNumber, origin }: { phoneNumber: string; origin: string },
): Promise<void> {
  const identity = await confirmNumber(phoneNumber)
  await ensureProfile(context.request, identity, origin)
  // The type of an origin does not name the databases that `storageState` reads and this writes.
  const databases = { indexedDB: [identityDatabase(identity)] }
  await context.setStorageState({
    cookies: [signedInHint(origin)],
    origins: [{ origin, localStorage: [], ...databases }],
  })
  tokens.set(context, identity.idToken)
}

async function ensureProfile(
  request: APIRequestContext,
  { phoneNumber, idToken }: Tokens,
  origin: string,
): Promise<void> {
  const url = `${origin}/api/auth/profile`
  const headers = { authorization: `Bearer ${idToken}` }
  const found = await request.get(url, { headers })
  if (found.ok()) return
  const data = { phoneNumber, email: '', name: '' }
  const created = await request.post(url, { headers, data })
  if (!created.ok()) throw new Error(`No profile: ${created.status()} ${await created.text()}`)
}

/** The cookie by which the edge preloads pages that need a session. */
const signedInHint = (origin: string): StorageState['cookies'][number] => ({
  name: 'errand_signed_in',
  value: '1',
  domain: new URL(origin).hostname,
  path: '/',
  expires: Math.floor(Date.now() / 1000) + yearSeconds,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
})

/** The database in which the identity provider's SDK keeps its user. */
function identityDatabase(identity: Tokens & Account) {
  const { phoneNumber, localId, idToken, refreshToken, expiresIn } = identity
  const apiKey = 'local'
  const appName = '[DEFAULT]'
  const value = {
    uid: localId,
    emailVerified: false,
    isAnonymous: false,
    phoneNumber,
    providerData: [
      {
        providerId: 'phone',
        uid: phoneNumber,
        displayName: null,
        email: null,
        phoneNumber,
        photoURL: null,
      },
    ],
    stsTokenManager: {
      refreshToken,
      accessToken: idToken,
      expirationTime: Date.now() + Number(expiresIn) * 1000,
    },
    createdAt: identity.createdAt,
    lastLoginAt: identity.lastLoginAt,
    apiKey,
    appName,
  }
  const record = { fbase_key: `firebase:authUser:${apiKey}:${appName}`, value }
  const store = { name: 'firebaseLocalStorage', keyPath: 'fbase_key', autoIncrement: false }
  return {
    name: 'firebaseLocalStorageDb',
    version: 1,
    stores: [{ ...store, records: [{ value: record }], indexes: [] }],
  }
}
