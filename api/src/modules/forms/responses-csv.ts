import { isComplete } from '@errand/contract/chats/form-data'
import { cleanName, contactHandle } from '@errand/contract/visible-text'

import type { Queries } from '../../platform/database/database.ts'
import { readPages } from '../../platform/database/read-pages.ts'
import { dayOf, localTime } from '../../platform/period/days.ts'
import { readPreferences } from '../account/settings-view.ts'
import { phoneText } from '../answers/phones.ts'
import {
  answerText,
  capitalise,
  readableCell,
  type DisplayFormat,
  displayFormatOf,
} from '../answers/readable-answer.ts'
import { fieldColumns } from '../chats/export/formats.ts'
import {
  countByStatus,
  listAnsweredKeys,
  listResponses,
  type ResponsePage,
  type ResponseRow,
} from './forms.repo.ts'
import { placeOf, requireForm, readFilter, type ReadQuery } from './forms.service.ts'
import { orderOf } from './response-order.ts'

/** A column's name, and its cell for an answer, with times in the owner's time zone. */
type Column = [name: string, cell: (row: ResponseRow, timeZone: string) => string]

const answeredAt: Column[1] = ({ updatedAt }, timeZone) => localTime(updatedAt, timeZone)

/** The columns beside those of the fields: for programs, or for people, who need no ids and no UTC. */
const baseColumns: Record<ReadQuery['values'], Column[]> = {
  keys: [
    ['response_id', ({ id }) => id],
    ['session_id', ({ sessionId }) => sessionId],
    ['time_local', answeredAt],
    ['time_utc', ({ updatedAt }) => updatedAt.toISOString()],
    ['status', ({ status }) => status],
    ['decision', ({ decision }) => decision ?? ''],
    ['contact_name', ({ contact }) => cleanName(contact.name)],
    ['contact_phone', ({ contact }) => contactHandle(contact)],
  ],
  labels: [
    ['Answered at', answeredAt],
    ['Progress', ({ status }) => (isComplete(status) ? 'Complete' : capitalise(status))],
    ['Decision', ({ decision }) => capitalise(decision ?? '')],
    ['Contact name', ({ contact }) => cleanName(contact.name)],
    ['Contact phone', ({ contact }) => phoneText(contactHandle(contact))],
  ],
}

/**
 * All answers to a form as a table, latest change first. It is read page by page, so only in the order of
 * an index: in any other each page would sort all answers again.
 */
export async function readResponseTable(
  queries: Queries,
  target: { ownerId: string; id: string },
  query: ReadQuery,
) {
  const { values } = query
  const form = await requireForm(queries, target)
  const filter = await readFilter(queries, form, query)
  const { business } = await readPreferences(queries, form.ownerId)
  const asked = form.fields.toSorted((one, other) => one.order - other.order)
  const labels = new Map(asked.map(({ key, label }) => [key, label]))
  const removedFields = (await listAnsweredKeys(queries, filter)).filter(
    ({ key }) => !labels.has(key),
  )
  const fields = [...asked, ...removedFields].map(({ key, label }) => ({
    formId: form.id,
    key,
    label,
  }))
  const taken = baseColumns[values].map(([name]) => name)
  const columns = fieldColumns(fields, { values, taken })
  const page = { ...filter, order: orderOf('-updatedAt', form.fields) }
  const keys = columns.map(({ key }) => key)
  const reading = displayFormatOf(business)
  const cellsOf = cellsFor(values, { keys, reading, timeZone: business.timeZone })
  return {
    name: `${form.name} ${dayOf(new Date(), business.timeZone)}`,
    count: (await countByStatus(queries, filter)).matching,
    columns: [...taken, ...columns.map(({ header }) => header)],
    rows: readRows(queries, page, cellsOf),
  }
}

type CellsOf = (row: ResponseRow) => (string | number)[]

function cellsFor(
  shown: ReadQuery['values'],
  { keys, reading, timeZone }: { keys: string[]; reading: DisplayFormat; timeZone: string },
): CellsOf {
  return (row) => {
    const asked = new Map(row.fields.map((field) => [field.key, field]))
    const answer = (key: string) =>
      shown === 'keys'
        ? answerText(row.values[key])
        : readableCell(row.values[key], asked.get(key), reading)
    const base = baseColumns[shown].map(([, cell]) => cell(row, timeZone))
    return [...base, ...keys.map(answer)]
  }
}

async function* readRows(
  queries: Queries,
  page: Omit<ResponsePage, 'after' | 'limit'>,
  cellsOf: CellsOf,
) {
  const pages = readPages<ResponseRow>(queries, (last, limit) =>
    listResponses(queries, { ...page, limit, after: last && placeOf(last, page.order) }),
  )
  for await (const rows of pages) yield* rows.map(cellsOf)
}
