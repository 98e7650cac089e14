import type { BillingSummary } from '@errand/contract/billing/summary'
import { Button, Card, Chart, useFormats } from '@errand/shared-ui'
import { Download } from 'lucide-react'
import { useMemo } from 'react'

import { saveFile } from '../invoices/save-file.ts'
import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import { UsageRangeChoice } from './usage-range-choice.tsx'
import styles from './usage-card.module.css'
import { usageCsv } from './usage-csv.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Messages by day or week, and by who wrote them, to be seen, read as a table or taken along. */
export function UsageCard({ summary, isBusy }: { summary: BillingSummary; isBusy: boolean }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const { usage, balance } = summary
  const labels = useMemo(
    () =>
      usage.series.map(({ date }) =>
        formats.date(`${date}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
      ),
    [usage.series, formats],
  )
  const [first, second] = usage.series
  const isByWeek =
    first !== undefined &&
    second !== undefined &&
    Date.parse(second.date) - Date.parse(first.date) > dayMs
  const series = [
    { name: say('assistant'), values: usage.series.map(({ assistant }) => assistant) },
    { name: say('you'), values: usage.series.map(({ owner }) => owner) },
    // Most owners send none.
    ...(usage.template > 0
      ? [{ name: say('templates'), values: usage.series.map(templatesOf) }]
      : []),
  ]
  const download = () => {
    const csv = usageCsv(usage, balance.currency)
    saveFile(new Blob([csv], { type: 'text/csv' }), `usage-${usage.from}-${usage.to}.csv`)
  }
  return (
    <Card
      title={say('usage')}
      description={say('usageSum', {
        count: usage.messages,
        amount: money.minor(usage.amountMinor, balance.currency),
      })}
      actions={<UsageRangeChoice from={usage.from} to={usage.to} />}
    >
      <div aria-busy={isBusy} className={styles['chart']}>
        <Chart
          title={say(isByWeek ? 'messagesByWeek' : 'messagesByDay')}
          labels={labels}
          series={series}
          actions={
            <Button
              size="small"
              variant="quiet"
              icon={<Download size={16} aria-hidden />}
              onClick={download}
            >
              CSV
            </Button>
          }
        />
      </div>
      {usage.failedNotCharged > 0 && (
        <p className={styles['hint']}>{say('failedFree', { count: usage.failedNotCharged })}</p>
      )}
    </Card>
  )
}

type Day = BillingSummary['usage']['series'][number]

const templatesOf = ({ messages, assistant, owner }: Day): number => messages - assistant - owner
