import { findVisitors, type Visitor } from '../auth/auth.repo.ts'
import type { Database } from '../database/database.ts'

/** Says who it is that asks; nothing when he has no profile. */
export type FindVisitor = (uid: string) => Promise<Visitor | undefined>

/** One question is on its way while the next one gathers, and one more bridges the gap. */
const mostAtOnce = 2

/**
 * Every request begins with this question, so those that come while it is being answered are put
 * together: under load there is one question for dozens of requests instead of one for each. None
 * is answered by a question that was put before the request came.
 */
export function createVisitors(database: Database): FindVisitor {
  let next: Gathering | undefined
  let running = 0

  async function ask(): Promise<void> {
    const asked = next
    if (asked === undefined) return
    next = undefined
    running += 1
    try {
      asked.resolve(await findVisitors(database.queries, [...asked.uids]))
    } catch (error) {
      asked.reject(error)
    } finally {
      running -= 1
      void ask()
    }
  }

  return async (uid) => {
    next ??= { uids: new Set(), ...Promise.withResolvers<Map<string, Visitor>>() }
    const { uids, promise } = next
    uids.add(uid)
    if (running < mostAtOnce) void ask()
    return (await promise).get(uid)
  }
}

interface Gathering extends PromiseWithResolvers<Map<string, Visitor>> {
  uids: Set<string>
}
