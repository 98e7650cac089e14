import { createHash } from 'node:crypto'

import { Hono, type Context } from 'hono'

import { openAccount, requireToken, type AccountEnv } from './open-account.ts'
import { badParameter, GraphRefusal } from './refusal.ts'
import { newMediaId } from './simulated-ids.ts'
import type { Simulation } from './simulation.ts'
import type { SimulatedBusiness, SimulatedMedia } from './world.ts'

/** For so long a link leads to its file. */
const linkMs = 5 * 60 * 1000

/** Files on their way to and from the business. */
export function mediaRoutes(simulation: Simulation) {
  return new Hono<AccountEnv>()
    .post('/:version/:id/media', openAccount(simulation), async (c) => {
      const form = await c.req.parseBody()
      const { file } = form
      if (!(file instanceof File) || form['messaging_product'] !== 'whatsapp') {
        throw badParameter('A file and the messaging product are needed.')
      }
      const id = newMediaId()
      const bytes = new Uint8Array(await file.arrayBuffer())
      c.var.business.media.set(id, { id, mimeType: file.type, fileName: file.name, bytes })
      return c.json({ id })
    })
    .get('/media/:id/:until', async (c) => {
      const { business, media } = await findMedia(simulation, c.req.param('id'))
      requireToken(business, c.req.header('authorization'))
      if (Number(c.req.param('until')) < Date.now()) return c.body(null, 404)
      return c.body(new Uint8Array(media.bytes), 200, { 'content-type': media.mimeType })
    })
}

/** What a file is, and a link that leads to it for a short while. */
export async function describeMedia(
  c: Context,
  simulation: Simulation,
  id: string,
): Promise<Response> {
  const { business, media } = await findMedia(simulation, id)
  requireToken(business, c.req.header('authorization'))
  const base = c.req.url.slice(0, c.req.url.lastIndexOf(`/${id}`))
  const root = base.slice(0, base.lastIndexOf('/'))
  return c.json({
    messaging_product: 'whatsapp',
    id,
    url: `${root}/media/${id}/${Date.now() + linkMs}`,
    mime_type: media.mimeType,
    sha256: createHash('sha256').update(media.bytes).digest('hex'),
    file_size: media.bytes.length,
  })
}

async function findMedia(
  { businesses }: Simulation,
  id: string,
): Promise<{ business: SimulatedBusiness; media: SimulatedMedia }> {
  for (const business of await businesses()) {
    const media = business.media.get(id)
    if (media !== undefined) return { business, media }
  }
  const details = 'There is no such media.'
  throw new GraphRefusal({ code: 100, title: 'Unsupported get request', details }, 404)
}
