import { freePort } from '@errand/database/testing'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { decodeJwt } from 'jose'
import { afterAll } from 'vitest'

/** What the provider answers about a user: a status and a body, as Firebase and its emulator do. */
type Answer = [status: 200 | 400 | 503, body: object]

const found: Answer = [200, { users: [{ validSince: '0' }] }]

/** The identity provider's lookup of a user, by a server of this test file alone. */
export async function useIdentityProvider() {
  const answers = new Map<string, Answer>()
  const asked: string[] = []
  const app = new Hono()
    .post('/identitytoolkit.googleapis.com/v1/accounts:lookup', async (c) => {
      const { idToken } = await c.req.json<{ idToken: string }>()
      const uid = decodeJwt(idToken).sub ?? ''
      asked.push(uid)
      const [status, body] = answers.get(uid) ?? found
      return c.json(body, status)
    })
    // The api's own look at the accounts of the emulator, all of which are there.
    .post('*', async (c) => {
      const { localId = [] } = await c.req.json<{ localId?: string[] }>()
      return c.json({ users: [localId].flat().map((id) => ({ localId: id })) })
    })
  const port = await freePort()
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
  afterAll(() => server.close())
  return {
    url: `http://127.0.0.1:${port}`,
    /** By user; all others may be signed in. */
    answers,
    /** The users it was asked about, in order. */
    asked,
  }
}
