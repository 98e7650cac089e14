import type { FieldProblem } from '@errand/contract/problem'
import { searchTextOf } from '@errand/contract/search-text'
import { strFromU8, unzipSync } from 'fflate'
import * as z from 'zod/mini'

import { toFieldProblems, toPointer, toSentence } from '../../../platform/http/issues.ts'
import { findUnstorable } from '../../../platform/http/request-input.ts'
import { accountFileSchema, type AccountFile, type Row, type TableName } from './account-file.ts'

/** Which rows a row belongs to, by the member that names them. */
const references: Partial<Record<TableName, Record<string, TableName>>> = {
  'job-versions': { jobId: 'jobs' },
  'job-answers': { jobId: 'jobs' },
  'job-translations': { jobId: 'jobs' },
  forms: { jobId: 'jobs' },
  chats: { contactId: 'contacts', jobId: 'jobs', formId: 'forms' },
  messages: { sessionId: 'chats' },
  remarks: { sessionId: 'chats', messageId: 'messages' },
  answers: { sessionId: 'chats', formId: 'forms' },
}

/** What only one row of a table may have, by the member to name; undefined where it has none. */
const uniques: {
  [Name in TableName]?: Record<string, (row: Row<Name>) => string | false | undefined>
} = {
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
  const errors = findWrongRow(parsed.data)
  return errors === undefined ? { account: parsed.data } : { errors: [errors] }
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

function findWrongRow({ profile: _profile, ...tables }: AccountFile): FieldProblem | undefined {
  const all = Object.entries(tables) as [TableName, Record<string, string>[]][]
  const ids = new Map(all.map(([name, rows]) => [name, new Set(rows.map((row) => row['id']))]))
  for (const [name, rows] of all) {
    const seen = new Set<string>()
    const keys = { id: ({ id: own }: { id: string }) => own, ...uniques[name] }
    for (const [at, row] of rows.entries()) {
      for (const [member, other] of Object.entries(references[name] ?? {})) {
        if (row[member] === undefined || ids.get(other)?.has(row[member]) === true) continue
        const detail = `There is no such row in ${other}.json.`
        return { pointer: toPointer([name, at, member]), code: 'unknown', detail }
      }
      for (const [member, keyOf] of Object.entries(keys)) {
        const key = keyOf(row as never)
        if (typeof key !== 'string') continue
        if (seen.has(`${member} ${key}`)) {
          const detail = 'Another row has the same.'
          return { pointer: toPointer([name, at, member]), code: 'duplicate', detail }
        }
        seen.add(`${member} ${key}`)
      }
    }
  }
  return undefined
}

const maxUnpackedBytes = 64 * 1024 * 1024

/** Reads and checks the archive of an export; for a thread, as it takes seconds. */
export function run({ bytes }: { bytes: Uint8Array }): Checked {
  const refuse = (detail: string) => ({
    errors: [{ pointer: '#', code: 'invalid_format', detail }],
  })
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
