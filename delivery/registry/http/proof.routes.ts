import { Hono } from 'hono'
import * as z from 'zod/mini'

import { findTokenHash, type TokenHashes } from '../access/principal.ts'
import { proofOf } from '../access/token.ts'
import type { RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'

const proofQuerySchema = z.object({
  /** The name of a token, which does not tell the token. */
  token: z.string().check(z.regex(/^[\da-f]{64}$/)),
  nonce: z.string().check(z.regex(/^[\w-]{22,64}$/)),
})

/** Proves to whoever has a token that this is the registry it is for, before it is sent. */
export function proofRoutes({ database }: RegistryContext, hashes: TokenHashes) {
  return new Hono().get('/', async (c) => {
    const query = proofQuerySchema.safeParse(c.req.query())
    if (!query.success)
      throw new Refusal('validation_failed', 'A token’s name and a nonce are needed.')
    const { token, nonce } = query.data
    const hash = await findTokenHash(database.queries, hashes, token)
    const proof = hash === undefined ? null : proofOf(hash, nonce)
    return c.json({ proof }, 200, { 'cache-control': 'no-store' })
  })
}
