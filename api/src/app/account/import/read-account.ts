import type { FieldProblem } from '@errand/contract/problem'
import { searchTextOf } from '@errand/contract/search-text'
import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'

import { toFieldProblems, toPointer, toSentence } from '../../../platform/http/issues.ts'
import { findUnstorable } from '../../../platform/http/request-input.ts'
import {
  accountFileSchema,
  references,
  type AccountFile,
  type Row,
  type TableName,
} from './account-file.ts'

/** What only one row of a table may have, by the member to name; no text where it has none. */
const uniques: { [Name in TableName]?: Record<string, (row: Row<Name>) => unknown> } = {
  'job-versions': { number: ({ jobId, number }) => `${jobId} ${number}` },
  'job-answers': { question: ({ jobId, question }) => `${jobId} ${searchTextOf(question)}` },
  'job-translations': { source: (row) => `${row.jobId} ${row.language} ${row.source}` },
  forms: { jobId: ({ jobId }) => jobId },
  contacts: { phoneNumber: ({ phoneNumber }) => phoneNumber, userId: ({ userId }) => userId },
  chats: { status: (row) => row.status === 'active' && `${row.contactId} ${row.channel}` },
  messages: { seq: ({ sessionId, seq }) => `${sessionId} ${seq}` },
  answers: { isLatest: ({ sessionId, isLatest }) => isLatest && sessionId },
}

/** An export that is complete and without contradictions, or where and why it is not. */
export type Checked = { account: AccountFile } | { errors: FieldProblem[] }

/** Checks each value of an export, each reference, and that nothing is in it twice. */
export function checkAccount(files: Record<string, unknown>): Checked {
  const refused = findUnstorable(files, Infinity)
  if (refused !== undefined) return { errors: [refused] }
  const present = Object.entries(files).map(([name, rows]) => [name, withoutNulls(rows)])
  const options = { error: toSentence, reportInput: true }
  const parsed = z.safeParse(accountFileSchema, Object.fromEntries(present), options)
  if (!parsed.success) return { errors: toFieldProblems(parsed.error.issues) }
  const [wrong] = wrongRows(parsed.data)
  return wrong === undefined ? { account: parsed.data } : { errors: [wrong] }
}

/** The rows of a table, each without the members that are null. */
const withoutNulls = (rows: unknown): unknown =>
  !Array.isArray(rows)
    ? rows
    : rows.map((row: unknown) =>
        typeof row === 'object' && row !== null && !Array.isArray(row)
          ? Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
          : row,
      )

/** The messages and versions that these name may be gone. */
const loose = new Set(['liveVersionId', 'replyToId', 'lastReadMessageId'])

const wrong = (path: PropertyKey[], code: string, detail: string): FieldProblem => ({
  pointer: toPointer(path),
  code,
  detail,
})

function* wrongRows({ profile: _profile, ...tables }: AccountFile): Generator<FieldProblem> {
  const all = Object.entries(tables) as [TableName, Record<string, string>[]][]
  const ids = new Map(all.map(([name, rows]) => [name, new Set(rows.map((row) => row['id']))]))
  for (const [name, rows] of all) {
    const seen = new Set<string>()
    const keys = { id: ({ id }: { id: string }) => id, ...uniques[name] }
    for (const [at, row] of rows.entries()) {
      for (const [member, other] of Object.entries(references)) {
        const isThere = row[member] === undefined || ids.get(other)?.has(row[member])
        if (!isThere && !loose.has(member))
          yield wrong([name, at, member], 'unknown', `There is no such row in ${other}.json.`)
      }
      for (const [member, keyOf] of Object.entries(keys)) {
        const key = keyOf(row as never)
        if (typeof key !== 'string') continue
        if (seen.has(`${member} ${key}`))
          yield wrong([name, at, member], 'duplicate', 'Another row has the same.')
        seen.add(`${member} ${key}`)
      }
    }
  }
}

const maxUnpackedBytes = 64 * 1024 * 1024

/** Reads and checks the archive of an export; for a thread, as it takes seconds. */
export function run({ bytes }: { bytes: Uint8Array }): Checked {
  const refuse = (detail: string) => ({ errors: [wrong([], 'invalid_format', detail)] })
  let unpacked = 0
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isRead = Object.keys(accountFileSchema.shape).some((one) => name === `${one}.json`)
        if (isRead) unpacked += originalSize
        return isRead && unpacked <= maxUnpackedBytes
      },
    })
    if (unpacked > maxUnpackedBytes) return refuse('At most 64 MiB of JSON.')
    const files = Object.entries(entries).map(([name, file]): [string, unknown] => [
      name.replace(/\.json$/, ''),
      JSON.parse(strFromU8(file)),
    ])
    return checkAccount(Object.fromEntries(files))
  } catch {
    return refuse('This is not the export of an account.')
  }
}
