import type { LedgerEntry } from '@errand/contract/billing/summary'
import { List, ListRow, Table, useFormats, type Column } from '@errand/shared-ui'

import { useIsNarrow } from '../frame/use-is-narrow.ts'
import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import styles from './history.module.css'
import { LedgerWhat } from './ledger-what.tsx'

interface LedgerTableProps {
  entries: LedgerEntry[]
  currency: string
}

/** A line for each change: when, what for, how much, and what was left then. */
export function LedgerTable(props: LedgerTableProps) {
  return useIsNarrow() ? <LedgerList {...props} /> : <WideTable {...props} />
}

function WideTable({ entries, currency }: LedgerTableProps) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const change = useChange(currency)
  const columns: Column<LedgerEntry>[] = [
    {
      id: 'at',
      header: say('when'),
      cell: ({ at }) => <time dateTime={at}>{formats.dateTime(at)}</time>,
    },
    { id: 'what', header: say('what'), cell: (entry) => <LedgerWhat {...{ entry, currency }} /> },
    { id: 'change', header: say('change'), align: 'end', cell: change },
    {
      id: 'after',
      header: say('after'),
      align: 'end',
      cell: ({ balanceAfterMicros }) => money.micros(balanceAfterMicros, currency),
    },
  ]
  return <Table caption={say('changes')} columns={columns} rows={entries} rowKey={({ id }) => id} />
}

function LedgerList({ entries, currency }: LedgerTableProps) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const change = useChange(currency)
  return (
    <List label={say('ledger')}>
      {entries.map((entry) => (
        <ListRow
          key={entry.id}
          title={<LedgerWhat {...{ entry, currency }} />}
          description={<time dateTime={entry.at}>{formats.dateTime(entry.at)}</time>}
          end={
            <span className={styles['sums']}>
              <span>{change(entry)}</span>
              <span className={styles['soft']}>
                {say('left', { amount: money.micros(entry.balanceAfterMicros, currency) })}
              </span>
            </span>
          }
        />
      ))}
    </List>
  )
}

function useChange(currency: string): (entry: LedgerEntry) => string {
  const say = useWords()
  const money = useMoney()
  return ({ kind, micros }) =>
    kind === 'trial_usage' ? say('free') : money.micros(micros, currency)
}
