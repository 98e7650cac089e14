import { identityOrigin, project } from './product.ts'

interface SentCode {
  phoneNumber: string
  code: string
  sessionInfo: string
}

/** What the identity provider answers to the right code. */
export interface Tokens {
  idToken: string
  refreshToken: string
  expiresIn: string
  localId: string
  phoneNumber: string
}

/** When an account was created and last used, in milliseconds as text. */
export interface Account {
  createdAt: string
  lastLoginAt: string
}

/** The code that the identity emulator sent last to this number. */
export async function lastCode(phoneNumber: string, identity = identityOrigin): Promise<string> {
  const codes = await sentCodes(identity)
  const sent = codes.findLast((entry) => entry.phoneNumber === phoneNumber)
  if (sent === undefined) throw new Error('No code was sent')
  return sent.code
}

/** Signs a number in at the identity emulator, as its SDK does. */
export async function confirmNumber(phoneNumber: string): Promise<Tokens & Account> {
  const { sessionInfo } = await call<SentCode>('sendVerificationCode', {
    phoneNumber,
    recaptchaToken: 'unchecked',
  })
  const sent = (await sentCodes()).find((entry) => entry.sessionInfo === sessionInfo)
  const tokens = await call<Tokens>('signInWithPhoneNumber', { sessionInfo, code: sent?.code })
  const { users } = await call<{ users: [Account] }>('lookup', { idToken: tokens.idToken })
  return { ...users[0], ...tokens }
}

async function sentCodes(identity = identityOrigin): Promise<SentCode[]> {
  const url = `${identity}/emulator/v1/projects/${project}/verificationCodes`
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } })
  const { verificationCodes } = (await answer.json()) as { verificationCodes: SentCode[] }
  return verificationCodes
}

async function call<Answer>(method: string, body: object): Promise<Answer> {
  const url = `${identityOrigin}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=local`
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${method}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}
