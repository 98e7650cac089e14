import { amountText } from '@errand/contract/amount-text'
import type { BillingCosts, BillingSummary } from '@errand/contract/billing/summary'
import {
  Button,
  Card,
  Chart,
  List,
  ListRow,
  saveFile,
  SegmentedControl,
  TextLink,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import { costsQuery } from '../account/billing.queries.ts'
import { DayField } from '../frame/day-field.tsx'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './usage-card.module.css'
import {
  daysAgo,
  earliestFrom,
  readUsageRange,
  type UsageRange,
  usageRanges,
} from './usage-range.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Messages by day or week and by author, as a chart, a table or a file. */
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
    // The colours of the authors on the dashboard, where customers have the first.
    { name: say('assistant'), values: usage.series.map(({ assistant }) => assistant), color: 2 },
    { name: say('you'), values: usage.series.map(({ owner }) => owner), color: 3 },
    // Most owners send no templates.
    ...(usage.template > 0
      ? [{ name: say('templates'), values: usage.series.map(templatesOf), color: 4 } as const]
      : []),
  ] as const
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

/** The choice of days, kept in the address. */
function UsageRangeChoice({ from, to }: { from: string; to: string }) {
  const say = useWords()
  const now = useNow()
  const [parameters, setParameters] = useSearchParams()
  const { range } = readUsageRange(parameters, now)
  const choose = (next: UsageRange) => {
    if (next === 'custom') setParameters({ from, to }, { replace: true })
    else setParameters(next === '30' ? {} : { range: next }, { replace: true })
  }
  const change = (days: { from?: string; to?: string }) => {
    const asked = { from, to, ...days }
    if (asked.from !== '' && asked.to !== '' && asked.from <= asked.to) {
      setParameters(asked, { replace: true })
    }
  }
  return (
    <div className={styles['range']}>
      <SegmentedControl
        label={say('range')}
        value={range}
        options={usageRanges.map((value) => ({
          value,
          label: value === 'custom' ? say('custom') : say('lastDays', { count: Number(value) }),
        }))}
        onChange={choose}
      />
      {range === 'custom' && (
        <>
          <DayField
            label={say('from')}
            day={from}
            min={earliestFrom(to)}
            max={to}
            onCommit={(day) => change({ from: day })}
          />
          <DayField
            label={say('to')}
            day={to}
            min={from}
            max={daysAgo(0, now)}
            onCommit={(day) => change({ to: day })}
          />
        </>
      )}
    </div>
  )
}

/** The usage as CSV; amounts are decimal text, without floating point. */
function usageCsv(usage: BillingSummary['usage'], currency: string): string {
  const head = ['date', 'messages', 'assistant', 'owner', 'template', `amount_${currency}`]
  const rows = usage.series.map(({ date, messages, assistant, owner, amountMinor }) => [
    date,
    messages,
    assistant,
    owner,
    messages - assistant - owner,
    amountText(amountMinor, currency),
  ])
  // Without a byte order mark Excel assumes its own legacy encoding.
  return `\u{feff}${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`
}

/** The most expensive jobs and chats in the days shown, with links. */
export function CostsCard({ from, to }: { from: string; to: string }) {
  const say = useWords()
  const { data } = useQuery(costsQuery(from, to))
  if (data === undefined || data.chats.length === 0) return null
  const { jobs, chats, currency } = data
  return (
    <Card title={say('costs')} description={say('costsHint')}>
      <div className={styles['costs']}>
        <Costs
          {...{ currency, label: say('byJob'), costs: jobs, linkTo: (id) => `/jobs/${id}/edit` }}
        />
        <Costs
          {...{
            currency,
            label: say('byChat'),
            costs: chats,
            linkTo: (id) => `/chats?session=${id}`,
          }}
        />
      </div>
    </Card>
  )
}

interface CostsProps {
  label: string
  costs: BillingCosts['jobs']
  currency: string
  linkTo: (id: string) => string
}

function Costs({ label, costs, currency, linkTo }: CostsProps) {
  const say = useWords()
  const money = useMoney()
  if (costs.length === 0) return null
  return (
    <div className={styles['cost']}>
      <h3>{label}</h3>
      <List label={label}>
        {costs.map(({ id, name, messages, amountMinor }) => (
          <ListRow
            key={id}
            title={
              <TextLink to={linkTo(id)}>
                <bdi>{name}</bdi>
              </TextLink>
            }
            description={say('costMessages', { count: messages })}
            end={<span className={styles['sum']}>{money.minor(amountMinor, currency)}</span>}
          />
        ))}
      </List>
    </div>
  )
}
