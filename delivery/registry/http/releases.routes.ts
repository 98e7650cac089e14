import { unzipSync } from 'fflate'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'

import type { RegistryContext } from '../context.ts'
import { deleteRelease } from '../publishing/collect.ts'
import { publishRelease } from '../publishing/publish.ts'
import { Refusal } from '../refusal.ts'
import type { DeedEnv } from './access.ts'
import { releaseView } from './views.ts'

const mebibyte = 1024 * 1024
/** The largest zip of a release. */
export const maxZipBytes = 32 * mebibyte
/** As much as may come out of it. */
export const maxUnpackedBytes = 128 * mebibyte

const publishQuerySchema = z.object({
  commit: z.optional(z.string().check(z.regex(/^[\da-f]{7,64}$/))),
  dryRun: z.optional(z.string()),
})

/** How a release comes in, whole: a zip with its files, its account and the signature. */
export function releasesRoutes(context: RegistryContext) {
  return new Hono<DeedEnv>()
    .post('/', limit, async (c) => {
      const query = publishQuerySchema.safeParse(c.req.query())
      if (!query.success) throw new Refusal('validation_failed', 'commit is not one.')
      const { commit, dryRun } = query.data
      const zip = new Uint8Array(await c.req.arrayBuffer())
      const read = (names: string[]) => unpack(zip, new Set(names))
      const isDryRun = dryRun !== undefined
      const published = await publishRelease(context, { ...c.var.deed, read, commit, isDryRun })
      const { row, isNew } = published
      return c.json({ isNew, ...(row && releaseView(row)) }, isNew && !isDryRun ? 201 : 200)
    })
    .delete('/:version', async (c) => {
      await deleteRelease(context, { ...c.var.deed, version: c.req.param('version') })
      return c.body(null, 204)
    })
}

/** The wanted files of a zip, whatever kind of entry it says they are: links are never followed. */
function unpack(zip: Uint8Array, wanted: ReadonlySet<string>): Record<string, Uint8Array> {
  let total = 0
  try {
    return unzipSync(zip, {
      filter({ name, size, originalSize }) {
        if (!wanted.has(name)) return false
        // What is said counts: more than that is never unpacked.
        total += Math.max(size, originalSize)
        if (total > maxUnpackedBytes) throw tooLarge(maxUnpackedBytes, 'unpacked')
        return true
      },
    })
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('malformed_request', 'The body is not a zip.')
  }
}

const tooLarge = (size: number, what: string): Refusal =>
  new Refusal('body_too_large', `A release has at most ${size / mebibyte} MiB ${what}.`)

const limit = bodyLimit({
  maxSize: maxZipBytes,
  onError: () => {
    throw tooLarge(maxZipBytes, 'as a zip')
  },
})
