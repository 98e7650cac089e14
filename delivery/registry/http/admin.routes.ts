import { Hono } from 'hono'
import * as z from 'zod/mini'

import { createToken, hashToken } from '../access/token.ts'
import type { RegistryContext } from '../context.ts'
import { addKey, removeKey, setToken } from '../access/app-secrets.ts'
import type { DeedEnv } from './access.ts'
import { readBody } from './json-body.ts'

/** What only an admin does: which keys sign for an app, and which token may publish it. */
export function adminRoutes({ database }: RegistryContext) {
  return new Hono<DeedEnv>()
    .post('/keys', async (c) => {
      const { publicKey } = await readBody(c, z.object({ publicKey: z.string() }))
      return c.json({ keyId: await addKey(database, c.var.deed, publicKey) })
    })
    .delete('/keys/:keyId', async (c) => {
      await removeKey(database, c.var.deed, c.req.param('keyId'))
      return c.body(null, 204)
    })
    .post('/token', async (c) => {
      const token = createToken()
      await setToken(database, c.var.deed, hashToken(token))
      // Told once, here; only its hash is kept.
      return c.json({ token }, 201, { 'cache-control': 'no-store' })
    })
    .delete('/token', async (c) => {
      await setToken(database, c.var.deed, null)
      return c.body(null, 204)
    })
}
