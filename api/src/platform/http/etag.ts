import type { Context } from 'hono'

import { Problem } from './problem.ts'

const entityTags = /^(W\/)?"[\x21\x23-\x7e]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e]*")*$/

/** The `ETag` of an object that counts its versions. */
export function toEntityTag(version: number): string {
  return `"${version}"`
}

/** Whether the stored version is the one that the request expects to change. */
export type Precondition = (version: number) => boolean

/** Reads `If-Match` (RFC 9110): without it any version matches, a weak tag never does. */
export function readIfMatch(c: Context): Precondition {
  const header = c.req.header('if-match')?.trim()
  if (header === undefined || header === '*') return () => true
  if (!entityTags.test(header)) {
    throw new Problem('malformed_request', {
      detail: 'If-Match must be an entity tag in double quotes, as in the ETag of an answer.',
    })
  }
  const tags = new Set(header.split(',').map((tag) => tag.trim()))
  return (version) => tags.has(toEntityTag(version))
}

/** The 412 when somebody else changed the object first; carries the object as it is now. */
export function versionConflict(current: { version: number; value: unknown }): Problem {
  return new Problem('version_conflict', {
    detail: 'Look at the current state and try again.',
    meta: { current: current.value },
    headers: { etag: toEntityTag(current.version) },
  })
}

/** Whether the client already has this content (RFC 9110: `If-None-Match` compares weakly). */
export function isUnchanged(c: Context, etag: string): boolean {
  const header = c.req.header('if-none-match')?.trim()
  if (header === undefined) return false
  if (header === '*') return true
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
