import { createHash } from 'node:crypto'

import { cookieName, visitorCookieName } from '@errand/contract/cookie'
import { eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'

import type { Queries } from '../../platform/database/database.ts'
import { knownBrowsers } from '../../platform/database/schema.ts'

const dayMs = 24 * 60 * 60 * 1000
/**
 * After so long without its known browser an owner may have another one: longer than the edge believes
 * the first, whose cookie is signed for the last time a day after it is noted, with a key that is kept
 * for ten days.
 */
const maxUnusedMs = 12 * dayMs
/** When it was used last is noted so often. */
const notedMs = dayMs

/** The visitor's id in the browser of a request, by which the edge draws releases; none of programs. */
export function readVisitor(c: Context): string | undefined {
  const id = [true, false]
    .map((isSecure) => getCookie(c, cookieName(visitorCookieName, isSecure)))
    .find((value) => value !== undefined)
  return id !== undefined && /^[\w-]{22}$/.test(id) ? id : undefined
}

/**
 * Since when this browser is known as the owner's; undefined if another one is. An owner has one:
 * otherwise an owner could sign in with many, and let that one speak which was drawn for a release.
 */
export async function noteBrowser(
  queries: Queries,
  ownerId: string,
  visitorId: string,
): Promise<Date | undefined> {
  const visitor = createHash('sha256').update(visitorId).digest('base64url')
  const now = new Date()
  const [known] = await queries
    .select()
    .from(knownBrowsers)
    .where(eq(knownBrowsers.ownerId, ownerId))
  const isFresh = known !== undefined && known.lastUsedAt.getTime() > now.getTime() - notedMs
  if (isFresh && known.visitor === visitor) return known.since
  const { visitor: owned, since, lastUsedAt } = knownBrowsers
  const unusedSince = new Date(now.getTime() - maxUnusedMs)
  const [noted] = await queries
    .insert(knownBrowsers)
    .values({ ownerId, visitor, since: now, lastUsedAt: now })
    .onConflictDoUpdate({
      target: knownBrowsers.ownerId,
      set: {
        visitor,
        since: sql`case when ${owned} = excluded.visitor then ${since} else excluded.since end`,
        lastUsedAt: now,
      },
      setWhere: sql`${owned} = excluded.visitor or ${lastUsedAt} < ${sql.param(unusedSince, lastUsedAt)}`,
    })
    .returning({ since })
  return noted?.since
}
