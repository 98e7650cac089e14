import type { FormResponseRow } from '@errand/contract/chats/form'
import type { JobField } from '@errand/contract/job-field'
import { contactName } from '@errand/contract/visible-text'
import type { Sort } from '@errand/shared-ui'

/** The order of a table as an address says it. */
export function toSort(text: string): Sort {
  const isDown = text.startsWith('-')
  return {
    by: isDown ? text.slice(1) : text,
    direction: isDown ? 'descending' : 'ascending',
  }
}

export const fromSort = ({ by, direction }: Sort): string =>
  direction === 'descending' ? `-${by}` : by

const numeric = new Set<JobField['type']>(['number', 'integer', 'currency', 'rating'])

/** Rows in the order of a column, each kind of answer in its own way; what has none comes last. */
export function sortRows(
  rows: readonly FormResponseRow[],
  { by, direction }: Sort,
  { fields, locale }: { fields: readonly JobField[]; locale: string },
): FormResponseRow[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const field = fields.find(({ key }) => key === by)
  const valueOf = (row: FormResponseRow): unknown => {
    if (by === 'contact') return contactName(row.contact)
    return by === 'updatedAt' ? row.updatedAt : row.values[by]
  }
  const sign = direction === 'descending' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)]
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b))
    if (field !== undefined && numeric.has(field.type)) return sign * (Number(a) - Number(b))
    return sign * compare(asText(a), asText(b))
  })
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
