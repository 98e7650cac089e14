import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new bearer token; the prefix lets scanners of leaked secrets find it. */
export const createToken = (): string => `errand_${randomBytes(32).toString('base64url')}`

/** What is kept of a token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** By what a token is asked for without being told; `hash` is its own. */
export const tokenName = (hash: string): string => hashToken(hash)

/** What only somebody can answer to a nonce who keeps this hash. */
export const proofOf = (hash: string, nonce: string): string =>
  createHmac('sha256', hash).update(nonce).digest('base64url')

/** Whether this is the token of the hash; takes the same time whatever the answer. */
export const isTokenOf = (hash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(token), 'hex'), Buffer.from(hash, 'hex'))
