import { Columns3 } from 'lucide-react'

import { Button } from '../actions/button.tsx'
import { Checkbox } from '../forms/checkbox.tsx'
import { useWords } from '../intl/words/words.ts'
import { Popover } from '../overlays/popover.tsx'
import styles from './column-choice.module.css'
import type { Column } from './table.tsx'

interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** Chooses the visible columns of a table. */
export function ColumnChoice<Row>({ columns, hidden, onChange }: ColumnChoiceProps<Row>) {
  const say = useWords()
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <Popover
      label={say('columns')}
      trigger={<Button icon={<Columns3 size={16} aria-hidden="true" />}>{say('columns')}</Button>}
    >
      <div className={styles['choices']}>
        {columns.map(({ id, header, isHideable = true }) => (
          <Checkbox
            key={id}
            label={header}
            checked={!hidden.has(id)}
            disabled={!isHideable}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
    </Popover>
  )
}
