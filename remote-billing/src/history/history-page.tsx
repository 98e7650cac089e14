import type { Order } from '@errand/contract/billing/order'
import { type LedgerEntry, ledgerKinds } from '@errand/contract/billing/summary'
import {
  ButtonLink,
  Card,
  type Column,
  EmptyState,
  List,
  ListRow,
  RelativeTime,
  SelectField,
  Skeleton,
  Status,
  Table,
  TextLink,
  type Tone,
  Toolbar,
  useFormats,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import {
  type LedgerFilter,
  ledgerQuery,
  ordersQuery,
  summaryQuery,
} from '../account/billing.queries.ts'
import { BillingFrame, useIsNarrow } from '../frame/billing-frame.tsx'
import { DayField } from '../frame/day-field.tsx'
import { ListEnd } from '../frame/load-failed.tsx'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './history.module.css'

/** The orders, and the ledger of the balance. */
export function HistoryPage() {
  return (
    <BillingFrame>
      <OrdersCard />
      <LedgerCard />
    </BillingFrame>
  )
}

const tones: Record<Order['status'], Tone> = {
  created: 'neutral',
  attempted: 'warning',
  paid: 'success',
  expired: 'neutral',
  refunded: 'info',
}

/** All orders, including unpaid ones. */
function OrdersCard() {
  const say = useWords()
  const list = useInfiniteQuery(ordersQuery())
  const orders = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Card title={say('orders')}>
      {list.isPending && <Skeleton rows={3} rowHeight={56} label={say('loading')} />}
      {orders?.length === 0 && <p className={styles['none']}>{say('noOrders')}</p>}
      {orders !== undefined && orders.length > 0 && (
        <List label={say('orders')}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </List>
      )}
      <ListEnd list={list} />
    </Card>
  )
}

function OrderRow({ order }: { order: Order }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const { id, status, totalMinor, creditMinor, currency, createdAt } = order
  const isOpen = status === 'created' || status === 'attempted'
  const amount = money.minor(totalMinor, currency)
  return (
    <ListRow
      title={<span className={styles['amount']}>{amount}</span>}
      description={
        <>
          <span>{say('creditOf', { amount: money.minor(creditMinor, currency) })}</span>
          <span aria-hidden="true"> · </span>
          <RelativeTime at={createdAt} />
        </>
      }
      end={
        <span className={styles['end']}>
          <Status tone={tones[status]}>{say(`order_${status}`)}</Status>
          <ButtonLink
            size="small"
            variant={isOpen ? 'secondary' : 'quiet'}
            to={`/billing/orders/${id}`}
            aria-label={say(isOpen ? 'resumeOf' : 'detailsOf', {
              amount,
              date: formats.date(createdAt),
            })}
          >
            {say(isOpen ? 'resumePayment' : 'details')}
          </ButtonLink>
        </span>
      }
    />
  )
}

/** The ledger: every change of the balance, its reason and the balance afterwards. */
function LedgerCard() {
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readLedgerFilter(parameters)
  const { data: summary } = useQuery(summaryQuery())
  const list = useInfiniteQuery({ ...ledgerQuery(filter), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap(({ items }) => items)
  const hasEntries = entries !== undefined && entries.length > 0
  return (
    <Card title={say('ledger')} description={say('ledgerHint')}>
      <LedgerFilters />
      <div aria-busy={list.isPlaceholderData} className={styles['list']}>
        {(list.isPending || (hasEntries && summary === undefined)) && (
          <Skeleton shape="table" rows={6} label={say('loading')} />
        )}
        {entries?.length === 0 && (
          <EmptyState
            drawing="list"
            title={say('noLedger')}
            description={say(Object.keys(filter).length === 0 ? 'noLedgerHint' : 'noLedgerMatch')}
          />
        )}
        {hasEntries && summary !== undefined && (
          <LedgerTable entries={entries} currency={summary.balance.currency} />
        )}
      </div>
      <ListEnd list={list} />
    </Card>
  )
}

function LedgerFilters() {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const filter = readLedgerFilter(parameters)
  const formatChange = (part: Record<string, string>) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== '')
    setParameters(Object.fromEntries(next), { replace: true })
  }
  return (
    <Toolbar>
      <SelectField
        label={say('kind')}
        value={filter.kind ?? ''}
        onChange={({ target }) => formatChange({ kind: target.value })}
      >
        <option value="">{say('allKinds')}</option>
        {ledgerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {say(`ledger_${kind}`)}
          </option>
        ))}
      </SelectField>
      <DayField label={say('from')} day={filter.from} onCommit={(from) => formatChange({ from })} />
      <DayField label={say('to')} day={filter.to} onCommit={(to) => formatChange({ to })} />
    </Toolbar>
  )
}

interface LedgerTableProps {
  entries: LedgerEntry[]
  currency: string
}

/** The entries of the ledger: time, reason, amount and balance. */
function LedgerTable(props: LedgerTableProps) {
  return useIsNarrow() ? <LedgerList {...props} /> : <WideTable {...props} />
}

function WideTable({ entries, currency }: LedgerTableProps) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const change = useFormatChange(currency)
  const columns: Column<LedgerEntry>[] = [
    {
      id: 'at',
      header: say('when'),
      cell: ({ at }) => <time dateTime={at}>{formats.dateTime(at)}</time>,
    },
    {
      id: 'what',
      header: say('what'),
      cell: (entry) => <LedgerDescription {...{ entry, currency }} />,
    },
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
  const change = useFormatChange(currency)
  return (
    <List label={say('ledger')}>
      {entries.map((entry) => (
        <ListRow
          key={entry.id}
          title={<LedgerDescription {...{ entry, currency }} />}
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

function useFormatChange(currency: string): (entry: LedgerEntry) => string {
  const say = useWords()
  const money = useMoney()
  return ({ kind, micros }) =>
    kind === 'trial_usage' ? say('free') : money.micros(micros, currency)
}

/** The reason of an entry, with a link. */
function LedgerDescription({ entry, currency }: { entry: LedgerEntry; currency: string }) {
  const say = useWords()
  const money = useMoney()
  const { kind, author, sessionId, messageId, orderId, unitPrice } = entry
  const text =
    messageId === undefined
      ? say(kind === 'refund' ? 'paymentRefund' : `ledger_${kind}`)
      : say(kind === 'refund' ? 'messageRefund' : `message_${author ?? 'assistant'}`)
  return (
    <span className={styles['what']}>
      <span>
        <span>{text}</span>{' '}
        {kind === 'usage' && unitPrice !== undefined && (
          <span className={styles['soft']}>
            {say('at', { price: money.price(unitPrice, currency) })}
          </span>
        )}
      </span>
      {sessionId !== undefined && messageId !== undefined && (
        <TextLink to={`/chats?session=${sessionId}&message=${messageId}`}>
          {say('showMessage')}
        </TextLink>
      )}
      {orderId !== undefined && (
        <TextLink to={`/billing/orders/${orderId}`}>{say('showOrder')}</TextLink>
      )}
    </span>
  )
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** The filter in the address; unknown values are left out. */
function readLedgerFilter(parameters: URLSearchParams): LedgerFilter {
  const kind = ledgerKinds.find((known) => known === parameters.get('kind'))
  const [from, to] = [parameters.get('from') ?? '', parameters.get('to') ?? '']
  return {
    ...(kind !== undefined && { kind }),
    ...(dayPattern.test(from) && { from }),
    ...(dayPattern.test(to) && { to }),
  }
}
