import * as z from 'zod/mini'

/** The topic of drafts under which remotes keep what was opened in this browser: `chats` and `jobs`. */
export const recentTopic = 'recent'

const recentSchema = z.array(z.object({ id: z.string(), label: z.string(), at: z.iso.datetime() }))
export type Recent = z.infer<typeof recentSchema>[number]

/** How many of a kind are kept. */
const maxRecent = 5

/** What was opened last, the latest first; empty if an earlier release has stored something else. */
export function readRecent(stored: unknown): Recent[] {
  const { data = [] } = recentSchema.safeParse(stored)
  return data
}

/** The same after something was opened. */
export const addRecent = (stored: unknown, opened: Recent): Recent[] =>
  [opened, ...readRecent(stored).filter(({ id }) => id !== opened.id)].slice(0, maxRecent)
