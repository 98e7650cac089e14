import { ArrowDown, ArrowUp } from 'lucide-react'

import { classNames } from '../class-names.ts'
import type { Column, Sort } from './table.tsx'
import styles from './table.module.css'

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** The head of a column; a button where the rows can be sorted by it. */
export function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
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
        {header}
        <Arrow size={14} aria-hidden="true" className={direction ? undefined : styles['idle']} />
      </button>
    </th>
  )
}
