import { importPKCS8, importSPKI, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'

import { hashToken } from '../../signing/credentials.ts'

const consoleTokenSchema = z.object({
  /** The app of the deploy token that it was made with; null for the admin's. */
  app: z.nullable(z.string()),
  actor: z.string(),
  /** The fingerprint of that token, without which this one ends. */
  madeWith: z.string(),
  /** When it expires, in seconds since 1970. */
  exp: z.int(),
})

/** What a browser is given instead of a lasting token: it stands for the same owner and expires. */
export type ConsoleToken = z.infer<typeof consoleTokenSchema>

/** The longest life of a console token, in seconds. */
export const maxConsoleTokenSeconds = 24 * 60 * 60

const algorithm = 'EdDSA'
// The key signs tickets as well. Their issuer is another one, so that neither is taken for the other.
const issuer = 'errand-console'
const typ = 'errand-console+jwt'
/** Lets scanners of leaked secrets find it, and tells it from tokens that the registry keeps. */
const prefix = 'errand_console_'

/** Whether this is a console token by its form. */
export const looksLikeConsoleToken = (token: string): boolean => token.startsWith(prefix)

/** Recognizes a stored token without telling its hash. */
export const fingerprintOf = (tokenHash: string): string => hashToken(tokenHash).slice(0, 16)

/** Signs a console token; `privateKey` is an Ed25519 key as PKCS #8 PEM. */
export async function signConsoleToken(
  { exp, ...claims }: ConsoleToken,
  privateKey: string,
): Promise<string> {
  const jwt = await new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, typ })
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(await importPKCS8(privateKey, algorithm))
  return `${prefix}${jwt}`
}

/** The content of a console token; undefined if it is expired or not signed with this key. */
export async function readConsoleToken(
  token: string,
  publicKey: string,
): Promise<ConsoleToken | undefined> {
  const key = await importSPKI(publicKey, algorithm)
  const checks = { issuer, typ, algorithms: [algorithm], requiredClaims: ['exp', 'iat'] }
  const read = await jwtVerify(token.slice(prefix.length), key, checks).catch(() => undefined)
  return consoleTokenSchema.safeParse(read?.payload).data
}
