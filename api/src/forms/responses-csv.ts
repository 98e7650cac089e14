import { cleanName } from '@errand/contract/visible-text'
import { readPreferences } from '../auth/settings-view.ts'
import { fieldColumns } from '../chats/export/formats.ts'
import type { Queries } from '../database/database.ts'
import {
  answerText,
  capitalised,
  readableCell,
  type Reading,
  readingOf,
} from '../form-data/readable-answer.ts'
import { phoneText } from '../form-data/phones.ts'
import { dayOf, localTime } from '../period/days.ts'
import { findPresent, readFilter, type ReadQuery } from './forms.service.ts'
import type { TimePlace } from './forms.repo.ts'
import {
  listAnsweredKeys,
  listResponses,
  type ResponsePage,
  type ResponseRow,
} from './responses.repo.ts'

const pageSize = 500

/** For programs by their keys; for people, who need no ids and one clock. */
const baseColumns = {
  keys: [
    'response_id',
    'session_id',
    'time_local',
    'time_utc',
    'status',
    'contact_name',
    'contact_phone',
  ],
  labels: ['Answered at', 'Progress', 'Contact name', 'Contact phone'],
}

/** All that was answered to a form, as a table that is read page by page. */
export async function readTable(
  queries: Queries,
  target: { ownerId: string; id: string },
  query: ReadQuery,
) {
  const { values } = query
  const form = await findPresent(queries, target)
  const filter = await readFilter(queries, form, query)
  const { business } = await readPreferences(queries, form.ownerId)
  const asked = form.fields.toSorted((one, other) => one.order - other.order)
  const labels = new Map(asked.map(({ key, label }) => [key, label]))
  const gone = (await listAnsweredKeys(queries, filter)).filter(({ key }) => !labels.has(key))
  const fields = [...asked, ...gone].map(({ key, label }) => ({ formId: form.id, key, label }))
  const columns = fieldColumns(fields, { values, taken: baseColumns[values] })
  const page = { ...filter, sort: query.sort }
  const keys = columns.map(({ key }) => key)
  const cellsOf = cellsFor(values, { keys, reading: readingOf(business) })
  return {
    name: `${form.name} ${dayOf(new Date(), business.timeZone)}`,
    columns: [...baseColumns[values], ...columns.map(({ header }) => header)],
    rows: readRows(queries, page, cellsOf),
  }
}

type CellsOf = (row: ResponseRow) => (string | number)[]

function cellsFor(
  shown: ReadQuery['values'],
  { keys, reading }: { keys: string[]; reading: Reading },
): CellsOf {
  const { timeZone } = reading
  if (shown === 'keys') {
    return ({ id, sessionId, updatedAt, status, contact, values }) => [
      id,
      sessionId,
      localTime(updatedAt, timeZone),
      updatedAt.toISOString(),
      status,
      cleanName(contact.name),
      contact.phoneNumber,
      ...keys.map((key) => answerText(values[key])),
    ]
  }
  return ({ updatedAt, status, contact, values, fields }) => {
    const asked = new Map(fields.map((field) => [field.key, field]))
    return [
      localTime(updatedAt, timeZone),
      capitalised(status),
      cleanName(contact.name),
      phoneText(contact.phoneNumber),
      ...keys.map((key) => readableCell(values[key], asked.get(key), reading)),
    ]
  }
}

async function* readRows(
  queries: Queries,
  page: Omit<ResponsePage, 'after' | 'limit'>,
  cellsOf: CellsOf,
) {
  let after: TimePlace | undefined
  do {
    const rows = await listResponses(queries, { ...page, after, limit: pageSize })
    yield* rows.map(cellsOf)
    const last = rows.length < pageSize ? undefined : rows.at(-1)
    after = last && { at: last.updatedAt, id: last.id }
  } while (after !== undefined)
}
