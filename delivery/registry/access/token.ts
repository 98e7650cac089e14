import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new bearer token; the prefix lets scanners of leaked secrets find it. */
export const createToken = (): string => `errand_${randomBytes(32).toString('base64url')}`

/** What is kept of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Whether this is the token of the hash; takes the same time whatever the answer. */
export const isTokenOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(token), 'hex'), Buffer.from(hash, 'hex'))
