import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'

import { findBusiness } from '../graph/phone.ts'
import { readInput, refusal } from '../graph/refusal.ts'
import { simulatedApp } from '../graph/simulated-ids.ts'
import type { Simulation } from '../graph/simulation.ts'
import { serveScript, showPage } from '../page/page.ts'
import { dialogPage, extrasSchema } from './dialog-page.ts'

/** As long as Meta's codes are valid. */
const codeMs = 30_000

const issueSchema = z.object({ phoneNumberId: z.string(), isOnPhone: z.boolean() })

const exchangeSchema = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
})

/** A simulated Facebook: its script and signup window, and the exchange of the code at the Graph API. */
export function createFacebook(simulation: Simulation): { pages: Hono; graph: Hono } {
  // Kept longer than they are valid, so that a second use is told from an unknown code.
  const codes = new LRUCache<string, { accessToken: string; isUsed: boolean }>({
    max: 1_000,
    ttl: 10 * codeMs,
  })
  const pages = new Hono()
    .get('/sdk.js', serveScript(join(import.meta.dirname, 'sdk.js')))
    .get('/dialog', async (c) => {
      const { app_id: appId, config_id: configId, extras } = c.req.query()
      const isKnown = appId === simulatedApp.id && configId === simulatedApp.configId
      const asked = readInput(extrasSchema, JSON.parse(extras ?? '{}'))
      const businesses = isKnown ? await simulation.businesses() : []
      return showPage(c, {
        title: 'Facebook',
        body: dialogPage(businesses, asked),
        script: 'facebook-dialog.js',
      })
    })
    .post('/codes', async (c) => {
      const { phoneNumberId, isOnPhone } = readInput(issueSchema, await c.req.json())
      const business = await findBusiness(simulation, phoneNumberId)
      business.isOnPhone = isOnPhone
      const code = `sim_${randomBytes(24).toString('base64url')}`
      codes.set(code, { accessToken: business.accessToken, isUsed: false })
      return c.json({ code })
    })
  const graph = new Hono().post('/:version/oauth/access_token', async (c) => {
    const asked = readInput(exchangeSchema, await c.req.json())
    if (asked.client_id !== simulatedApp.id) throw refusal(101, 'Error validating application.')
    if (asked.client_secret !== simulatedApp.secret) {
      throw refusal(1, 'Error validating client secret.')
    }
    const code = codes.get(asked.code)
    if (code === undefined) throw refusal(100, 'Invalid verification code format.')
    if (code.isUsed) {
      throw refusal(100, 'This authorization code has been used.', { subcode: 36_009 })
    }
    if (codes.getRemainingTTL(asked.code) < 9 * codeMs) {
      throw refusal(100, 'This authorization code has expired.', { subcode: 36_007 })
    }
    code.isUsed = true
    return c.json({ access_token: code.accessToken, token_type: 'bearer' })
  })
  return { pages, graph }
}
