import type { BrowserContext } from 'playwright/test'

import { identityOrigin, project } from './product.ts'

type StorageState = Exclude<Parameters<BrowserContext['setStorageState']>[0], string>

interface SentCode {
  phoneNumber: string
  code: string
  sessionInfo: string
}

/** The identity provider's answer to the right code, with the account. */
export interface Identity {
  idToken: string
  refreshToken: string
  expiresIn: string
  localId: string
  phoneNumber: string
  createdAt: string
  lastLoginAt: string
}

const asAdministrator = { authorization: 'Bearer owner' }

/** The code that the identity emulator sent last to this number. */
export async function lastCode(phoneNumber: string, identity = identityOrigin): Promise<string> {
  const codes = await sentCodes(identity)
  const sent = codes.findLast((entry) => entry.phoneNumber === phoneNumber)
  if (sent === undefined) throw new Error('No code was sent')
  return sent.code
}

/** Signs a number in at the identity emulator, as its SDK does. */
export async function confirmNumber(phoneNumber: string): Promise<Identity> {
  const { sessionInfo } = await call<SentCode>('sendVerificationCode', {
    phoneNumber,
    recaptchaToken: 'unchecked',
  })
  const sent = (await sentCodes()).find((entry) => entry.sessionInfo === sessionInfo)
  const tokens = await call<Identity>('signInWithPhoneNumber', { sessionInfo, code: sent?.code })
  const { users } = await call<{ users: [Identity] }>('lookup', { idToken: tokens.idToken })
  return { ...users[0], ...tokens }
}

/** The same sign-in as it is after an hour, for which the emulator moves it into the past. */
export async function ageSignIn(identity: Identity): Promise<Identity> {
  const { localId, phoneNumber, createdAt, refreshToken } = identity
  const lastLoginAt = String(Date.now() - 60 * 60 * 1000)
  const accounts = `${identityOrigin}/identitytoolkit.googleapis.com/v1/projects/${project}/accounts`
  const users = [{ localId, phoneNumber, createdAt, lastLoginAt }]
  await post(`${accounts}:batchCreate`, { allowOverwrite: true, users }, asAdministrator)
  const renewed = await post<{ id_token: string; refresh_token: string }>(
    `${identityOrigin}/securetoken.googleapis.com/v1/token?key=local`,
    { grant_type: 'refresh_token', refresh_token: refreshToken },
  )
  const { id_token: idToken, refresh_token: newRefreshToken } = renewed
  return { ...identity, idToken, refreshToken: newRefreshToken, lastLoginAt }
}

async function sentCodes(identity = identityOrigin): Promise<SentCode[]> {
  const url = `${identity}/emulator/v1/projects/${project}/verificationCodes`
  const answer = await fetch(url, { headers: asAdministrator })
  const { verificationCodes } = (await answer.json()) as { verificationCodes: SentCode[] }
  return verificationCodes
}

const call = <Answer>(method: string, body: object): Promise<Answer> =>
  post(`${identityOrigin}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local`, body)

async function post<Answer>(url: string, body: object, more = {}): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...more }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/**
 * What a browser stores of a session: the hint for the edge, and the database of the identity SDK.
 */
export function storedSession(identity: Identity, origin: string): StorageState {
  const { phoneNumber, localId, idToken, refreshToken, expiresIn } = identity
  const [apiKey, appName] = ['local', '[DEFAULT]']
  const nothing = { displayName: null, email: null, photoURL: null }
  const value = {
    uid: localId,
    emailVerified: false,
    isAnonymous: false,
    phoneNumber,
    providerData: [{ providerId: 'phone', uid: phoneNumber, phoneNumber, ...nothing }],
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
  const database = {
    name: 'firebaseLocalStorageDb',
    version: 1,
    stores: [{ ...store, records: [{ value: record }], indexes: [] }],
  }
  // The type of an origin lacks the databases that `storageState` reads and this writes.
  const databases = { indexedDB: [database] }
  return {
    cookies: [
      {
        name: '__Host-errand_signed_in',
        value: '1',
        domain: new URL(origin).hostname,
        path: '/',
        expires: Math.floor(Date.now() / 1000) + 365 * 24 * 60 * 60,
        httpOnly: false,
        secure: true,
        sameSite: 'Lax',
      },
    ],
    origins: [{ origin, localStorage: [], ...databases }],
  }
}
