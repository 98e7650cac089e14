import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import { useWords } from '../intl/words/words.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './table.module.css'

export interface Column<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and money stand at the end. */
  align?: 'start' | 'end'
  isSortable?: boolean
  /** The first column cannot be switched off in the choice of columns. */
  isHideable?: boolean
}

export interface Sort {
  by: string
  direction: 'ascending' | 'descending'
}

interface TableProps<Row> {
  /** What it lists; read aloud, not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** The keys of the chosen rows; without it none can be chosen. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** What a row is called, for the name of its checkbox. */
  rowName?: (row: Row) => string
  /** What can be done with a row, at its end. */
  rowActions?: (row: Row) => ReactNode
  /** A last row, such as a sum. */
  footer?: ReactNode
}

/** Rows to compare; its head and first column stay in view while the rest scrolls. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, selected, onSelect } = props
  const say = useWords()
  const canSelect = selected !== undefined && onSelect !== undefined
  return (
    // It scrolls, so it has to be reachable by keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['frame']} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {canSelect && (
              <SelectAll keys={rows.map(rowKey)} selected={selected} onSelect={onSelect} />
            )}
            {columns.map((column) => (
              <HeaderCell key={column.id} {...{ column, sort, onSort }} />
            ))}
            {props.rowActions !== undefined && (
              <th scope="col" className={styles['tool']}>
                <VisuallyHidden>{say('actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
        {props.footer !== undefined && <tfoot>{props.footer}</tfoot>}
      </table>
    </div>
  )
}

function BodyRow<Row>(props: TableProps<Row> & { row: Row }) {
  const { row, columns, rowKey, rowName, rowActions, selected, onSelect } = props
  const say = useWords()
  const key = rowKey(row)
  const isSelected = selected?.has(key) === true
  return (
    <tr aria-selected={selected === undefined ? undefined : isSelected}>
      {selected !== undefined && onSelect !== undefined && (
        <td className={styles['tool']}>
          <Checkbox
            isLabelHidden
            label={say('select', { what: rowName?.(row) ?? key })}
            checked={isSelected}
            onChange={() => onSelect(toggled(selected, key))}
          />
        </td>
      )}
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
  )
}

interface SelectAllProps {
  keys: readonly string[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

function SelectAll({ keys, selected, onSelect }: SelectAllProps) {
  const say = useWords()
  const count = keys.filter((key) => selected.has(key)).length
  const isAll = count > 0 && count === keys.length
  return (
    <td className={styles['tool']}>
      <Checkbox
        isLabelHidden
        label={say('selectAll')}
        checked={isAll}
        isMixed={count > 0 && !isAll}
        onChange={() => onSelect(new Set(isAll ? [] : keys))}
      />
    </td>
  )
}

function toggled(selected: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** The head of a column; a button where the rows can be sorted by it. */
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
        {header}
        <Arrow size={14} aria-hidden="true" className={direction ? undefined : styles['idle']} />
      </button>
    </th>
  )
}
