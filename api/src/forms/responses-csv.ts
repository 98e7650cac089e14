import { cleanName } from '@errand/contract/visible-text'
import { readPreferences } from '../auth/read-preferences.ts'
import type { Queries } from '../database/database.ts'
import { answerText } from '../form-data/answer-text.ts'
import { dayOf, localTime } from '../period/days.ts'
import { findPresent, readFilter, type ReadQuery } from './forms.service.ts'
import type { TimePlace } from './forms.repo.ts'
import { listAnsweredKeys, listResponses, type ResponsePage } from './responses.repo.ts'

const pageSize = 500

const columns = [
  'response_id',
  'session_id',
  'time_local',
  'time_utc',
  'status',
  'contact_name',
  'contact_phone',
]

/** All that was answered to a form, as a table that is read page by page. */
export async function readTable(
  queries: Queries,
  target: { ownerId: string; id: string },
  query: ReadQuery,
) {
  const form = await findPresent(queries, target)
  const filter = await readFilter(queries, form, query)
  const { timeZone } = (await readPreferences(queries, form.ownerId)).business
  const asked = form.fields.toSorted((one, other) => one.order - other.order)
  const answered = await listAnsweredKeys(queries, filter)
  const keys = [...new Set([...asked.map(({ key }) => key), ...answered])]
  return {
    name: `${form.name} ${dayOf(new Date(), timeZone)}`,
    columns: [...columns, ...keys.map((key) => `field_${key}`)],
    rows: readRows(queries, { page: { ...filter, sort: query.sort }, keys, timeZone }),
  }
}

interface Reading {
  page: Omit<ResponsePage, 'after' | 'limit'>
  keys: string[]
  timeZone: string
}

async function* readRows(queries: Queries, { page, keys, timeZone }: Reading) {
  let after: TimePlace | undefined
  do {
    const rows = await listResponses(queries, { ...page, after, limit: pageSize })
    for (const { id, sessionId, updatedAt, status, contact, values } of rows) {
      const answers = keys.map((key) => answerText(values[key]))
      const times = [localTime(updatedAt, timeZone), updatedAt.toISOString()]
      yield [
        id,
        sessionId,
        ...times,
        status,
        cleanName(contact.name),
        contact.phoneNumber,
        ...answers,
      ]
    }
    const last = rows.length < pageSize ? undefined : rows.at(-1)
    after = last && { at: last.updatedAt, id: last.id }
  } while (after !== undefined)
}
