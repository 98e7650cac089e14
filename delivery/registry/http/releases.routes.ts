import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'

import type { RegistryContext } from '../context.ts'
import { announceRelease, receiveFile, type Upload } from '../publishing/announce.ts'
import { versionPattern } from '../publishing/check-release.ts'
import { deleteRelease } from '../publishing/collect.ts'
import { publishRelease } from '../publishing/publish.ts'
import { announcementSchema } from '../publishing/staging.ts'
import { Refusal } from '../refusal.ts'
import type { DeedEnv } from './access.ts'
import { readBody } from './json-body.ts'
import { releaseView } from './views.ts'

const mebibyte = 1024 * 1024
const maxAnnouncementBytes = 2 * mebibyte
/** The largest file of a release. */
export const maxFileBytes = 25 * mebibyte

const announceRequestSchema = z.extend(announcementSchema, {
  isDryRun: z._default(z.boolean(), false),
})

/** How a release comes in: its account first, then the files that are not there, then all at once. */
export function releasesRoutes(context: RegistryContext) {
  return new Hono<DeedEnv>()
    .post('/:version', limit(maxAnnouncementBytes), async (c) => {
      const { isDryRun, ...announcement } = await readBody(c, announceRequestSchema)
      const state = await announceRelease(context, uploadOf(c), announcement, { isDryRun })
      return c.json(state, state.isPublished ? 200 : 201)
    })
    .put('/:version/files/:file{.+}', limit(maxFileBytes), async (c) => {
      const bytes = new Uint8Array(await c.req.arrayBuffer())
      await receiveFile(context, uploadOf(c), { name: c.req.param('file'), bytes })
      return c.body(null, 204)
    })
    .post('/:version/publish', async (c) =>
      c.json(releaseView(await publishRelease(context, uploadOf(c)))),
    )
    .delete('/:version', async (c) => {
      await deleteRelease(context, uploadOf(c))
      return c.body(null, 204)
    })
}

function uploadOf(c: Context<DeedEnv>): Upload {
  const version = c.req.param('version') ?? ''
  if (!versionPattern.test(version)) {
    throw new Refusal('validation_failed', `"${version}" is not a version.`)
  }
  return { ...c.var.deed, version }
}

const limit = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Refusal('body_too_large', `At most ${maxSize / mebibyte} MiB.`)
    },
  })
