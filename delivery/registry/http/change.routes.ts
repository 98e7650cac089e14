import { Unzip, UnzipInflate } from 'fflate'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'

import { maxUnpackedBytes } from '../../releases/release.ts'
import { changeSchema } from '../../rollouts/change.ts'
import { flagNameOf } from '../../rollouts/channel.ts'
import { localRemotesSchema, maxTicketSeconds, signTicket } from '../../rollouts/ticket.ts'
import { createToken, hashToken } from '../../signing/credentials.ts'
import {
  addKey,
  refuseNonOwner,
  removeKey,
  setToken,
  type AuditEnv,
  type AuthenticatedEnv,
} from '../access.ts'
import { changeChannel } from '../change-channel.ts'
import type { RegistryContext } from '../context.ts'
import { collectReleases, defaultKeptDays, deleteRelease } from '../publishing/collect.ts'
import { warnOfDamage } from '../publishing/damage.ts'
import { liveReleases, refuseWithoutHost } from '../publishing/live-releases.ts'
import { publishRelease } from '../publishing/publish.ts'
import { readBody, Refusal } from '../refusal.ts'
import { addAudit, findApp, findRelease } from '../tables/queries.ts'
import { channelView, releaseView } from './read.routes.ts'

const changeRequestSchema = z.object({
  change: changeSchema,
  reason: z.optional(z.string().check(z.maxLength(1000))),
  isDryRun: z._default(z.boolean(), false),
})

const collectRequestSchema = z.object({
  olderThanDays: z._default(z.number().check(z.gte(0)), defaultKeptDays),
  isDryRun: z._default(z.boolean(), false),
})

/** What is done to an app's channel, and to the files that it left behind. */
export function changesRoutes(context: RegistryContext) {
  return new Hono<AuditEnv>()
    .post('/changes', async (c) => {
      const { change, reason, isDryRun } = await readBody(c, changeRequestSchema)
      const { audit } = c.var
      const isFlag = flagNameOf(audit.app) !== undefined
      if (!isFlag && (await findApp(context.database.queries, audit.app)) === undefined) {
        throw new Refusal('not_found', `The registry knows no app ${audit.app}.`)
      }
      const seen = readIfMatch(c.req.header('if-match'))
      const request = { ...audit, changes: [change], reason, isDryRun, seen }
      const channel = await changeChannel(context, request)
      const isBack = change.type === 'rollback' || change.type === 'kill'
      // It was changed, whether the store can be read or not.
      const warning = isBack ? await warnOfDamage(context, channel).catch(String) : undefined
      const answer = { ...channelView(channel), ...(warning !== undefined && { warning }) }
      return c.json(answer, 200, { etag: `"${channel.revision}"` })
    })
    .post('/gc', async (c) => {
      const request = await readBody(c, collectRequestSchema)
      return c.json({ versions: await collectReleases(context, { ...c.var.audit, ...request }) })
    })
}

/** The revision that was seen; without the header every one will do. */
function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const [, revision] = /^"(\d+)"$/.exec(header) ?? []
  if (revision !== undefined) return Number(revision)
  throw new Refusal('malformed_request', 'If-Match must be a revision in double quotes: "3".')
}

const mebibyte = 1024 * 1024
/** The largest zip of a release. */
export const maxZipBytes = 32 * mebibyte

const publishQuerySchema = z.object({
  commit: z.optional(z.string().check(z.regex(/^[\da-f]{7,64}$/))),
  dryRun: z.optional(z.string()),
})

/** How a release comes in, whole: a zip with its files, its manifest and the signature. */
export function releasesRoutes(context: RegistryContext) {
  return new Hono<AuditEnv>()
    .post('/', limit, async (c) => {
      const query = publishQuerySchema.safeParse(c.req.query())
      if (!query.success) throw new Refusal('validation_failed', 'commit is not one.')
      const { commit, dryRun } = query.data
      const zip = new Uint8Array(await c.req.arrayBuffer())
      const read = (names: string[]) => unpack(zip, new Set(names))
      const isDryRun = dryRun !== undefined
      const published = await publishRelease(context, { ...c.var.audit, read, commit, isDryRun })
      const { row, isNew } = published
      return c.json({ isNew, ...(row && releaseView(row)) }, isNew && !isDryRun ? 201 : 200)
    })
    .delete('/:version', async (c) => {
      await deleteRelease(context, { ...c.var.audit, version: c.req.param('version') })
      return c.body(null, 204)
    })
}

/** More than any build has: its reader takes longer for each further entry. */
const maxEntries = 5_000
/** What is unpacked at once: deflate makes a thousand times as much of it at most. */
const pieceBytes = 16 * 1024

/** The wanted files of a zip, whatever kind of entry it says they are: links are never followed. */
function unpack(zip: Uint8Array, wanted: ReadonlySet<string>): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {}
  let [entries, total] = [0, 0]
  const unzip = new Unzip((file) => {
    entries += 1
    if (entries > maxEntries)
      throw new Refusal('body_too_large', `A release has at most ${maxEntries} files.`)
    if (!wanted.has(file.name)) return
    const pieces: Uint8Array[] = []
    file.ondata = (error, piece, isLast) => {
      if (error) throw error
      // The sizes that the zip gives may be wrong.
      total += piece.byteLength
      if (total > maxUnpackedBytes) throw tooLarge(maxUnpackedBytes, 'unpacked')
      pieces.push(piece)
      if (isLast) files[file.name] = Buffer.concat(pieces)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < zip.byteLength; at += pieceBytes)
      unzip.push(zip.subarray(at, at + pieceBytes), at + pieceBytes >= zip.byteLength)
  } catch (error) {
    if (error instanceof Refusal) throw error
    entries = 0
  }
  if (entries === 0) throw new Refusal('malformed_request', 'The body is not a zip.')
  return files
}

const tooLarge = (size: number, what: string): Refusal =>
  new Refusal('body_too_large', `A release has at most ${size / mebibyte} MiB ${what}.`)

const limit = bodyLimit({
  maxSize: maxZipBytes,
  onError: () => {
    throw tooLarge(maxZipBytes, 'as a zip')
  },
})

/** What only an admin does: which keys sign for an app, and which token may publish it. */
export function adminRoutes({ database }: RegistryContext) {
  return new Hono<AuditEnv>()
    .post('/keys', async (c) => {
      const { publicKey } = await readBody(c, z.object({ publicKey: z.string() }))
      return c.json({ keyId: await addKey(database, c.var.audit, publicKey) })
    })
    .delete('/keys/:keyId', async (c) => {
      await removeKey(database, c.var.audit, c.req.param('keyId'))
      return c.body(null, 204)
    })
    .post('/token', async (c) => {
      const token = createToken()
      await setToken(database, c.var.audit, hashToken(token))
      // Told once, here; only its hash is kept.
      return c.json({ token }, 201, { 'cache-control': 'no-store' })
    })
    .delete('/token', async (c) => {
      await setToken(database, c.var.audit, null)
      return c.body(null, 204)
    })
}

const ticketRequestSchema = z.object({
  /** The version that the ticket gives of each app. */
  apps: z._default(z.record(z.string(), z.string()), {}),
  /** The remotes that run on the machine of whoever asks. */
  local: z._default(localRemotesSchema, {}),
  seconds: z._default(z.int().check(z.gte(1)), 60 * 60),
})

/** Permissions to see what no rollout gives: in one tab, and for a short time. */
export function ticketsRoutes(context: RegistryContext) {
  const { queries } = context.database
  return new Hono<AuthenticatedEnv>().post('/', async (c) => {
    const { seconds, ...asked } = await readBody(c, ticketRequestSchema)
    if (seconds > maxTicketSeconds(asked))
      throw new Refusal('validation_failed', 'A ticket cannot be for so long.')
    const exp = Math.floor(Date.now() / 1000) + seconds
    const { principal, actor, expiresAt } = c.var
    if (expiresAt !== null && exp * 1000 > expiresAt.getTime())
      throw new Refusal(
        'forbidden',
        'A ticket does not outlive the console token that asks for it.',
      )
    for (const [app, version] of Object.entries(asked.apps)) {
      await refuseNonOwner(context, principal, { app, actor })
      await refuseUnpublished(app, version)
      await addAudit(queries, { app, actor, action: 'ticket', after: { version, exp } })
    }
    for (const [app, local] of Object.entries(asked.local)) {
      await refuseNonOwner(context, principal, { app, actor })
      refuseLocal()
      refuseWithoutHost(`The local ${app}`, local, await liveReleases(queries, {}))
      await addAudit(queries, { app, actor, action: 'ticket', after: { local: local.origin, exp } })
    }
    const ticket = await signTicket({ ...asked, exp }, context.ticketKey)
    return c.json({ ticket, expiresAt: new Date(exp * 1000).toISOString() }, 201)
  })

  /** A deploy token alone must not bring code into a page that no key has signed. */
  function refuseLocal(): void {
    if (context.allowsLocalRemotes) return
    throw new Refusal(
      'forbidden',
      'This deployment takes no remotes from development servers; show a branch with "errand preview", or set LOCAL_REMOTES=1 for its registry and edges.',
    )
  }

  async function refuseUnpublished(app: string, version: string): Promise<void> {
    const release = await findRelease(queries, app, version)
    if (release !== undefined && release.deletedAt === null) return
    throw new Refusal('conflict', `${app} ${version} is not published; release it first.`)
  }
}
