import { UnsecuredJWT, type JWTPayload } from 'jose'

export const project = 'demo-test'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The claims of a good ID token. */
export function claimsOf(person: { uid: string; phoneNumber?: string }) {
  const now = nowSeconds()
  return {
    iss: `https://securetoken.google.com/${project}`,
    aud: project,
    sub: person.uid,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    ...(person.phoneNumber !== undefined && { phone_number: person.phoneNumber }),
  } satisfies JWTPayload
}

/** A token as the emulator writes it. */
export function emulatorToken(claims: JWTPayload): string {
  return new UnsecuredJWT(claims).encode()
}
