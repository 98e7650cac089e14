import type { Context } from 'hono'

/** Whether the caller has this very content already (RFC 9110: `If-None-Match` compares weakly). */
export function isUnchanged(c: Context, etag: string): boolean {
  const header = c.req.header('if-none-match')?.trim()
  if (header === undefined) return false
  if (header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
