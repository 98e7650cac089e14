import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

import { useWords } from '../intl/words/words.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import { classNames } from '../styles/class-names.ts'
import styles from './table.module.css'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and money are aligned at the end. */
  align?: 'start' | 'end'
  isSortable?: boolean
  /** The first column cannot be hidden. */
  isHideable?: boolean
}

export interface Sort {
  by: string
  direction: 'ascending' | 'descending'
}

interface TableProps<Row> {
  /** The table's name, for screen readers only. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Actions at the end of a row. */
  rowActions?: (row: Row) => ReactNode
}

/**
 * A table; its header and first column stay visible while the rest scrolls.
 *
 *     const columns = [{ id: 'name', header: say('name'), cell: (job: Job) => job.name }]
 *     return <Table caption={say('jobs')} columns={columns} rows={jobs} rowKey={({ id }) => id} />
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, rowActions } = props
  const say = useWords()
  return (
    // The table scrolls, so it has to be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['frame']} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} {...{ column, sort, onSort }} />
            ))}
            {rowActions !== undefined && (
              <th scope="col" className={styles['tool']}>
                <VisuallyHidden>{say('actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, align, cell }, index) => {
                const className = classNames(align === 'end' && styles['end'])
                const content = cell(row)
                return index === 0 ? (
                  <th key={id} scope="row" className={className}>
                    {content}
                  </th>
                ) : (
                  <td key={id} className={className}>
                    {content}
                  </td>
                )
              })}
              {rowActions !== undefined && <td className={styles['tool']}>{rowActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** A column header; a button if the column can be sorted. */
function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { id, header, align, isSortable = false } = column
  const direction = sort?.by === id ? sort.direction : undefined
  const className = classNames(align === 'end' && styles['end'])
  if (!isSortable || onSort === undefined) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    )
  }
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  const next = direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => onSort({ by: id, direction: next })}
      >
        <span>{header}</span>
        <Arrow size={14} aria-hidden="true" className={direction ? undefined : styles['idle']} />
      </button>
    </th>
  )
}
