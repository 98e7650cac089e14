import type { Order } from '@errand/contract/billing/order'
import {
  ButtonLink,
  Card,
  List,
  ListRow,
  RelativeTime,
  Skeleton,
  Status,
  type Tone,
  useFormats,
} from '@errand/shared-ui'
import { useInfiniteQuery } from '@tanstack/react-query'

import { ordersQuery } from '../account/billing.queries.ts'
import { BillingFrame } from '../frame/billing-frame.tsx'
import { ListEnd } from '../frame/lost.tsx'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './history.module.css'
import { LedgerCard } from './ledger-card.tsx'

/** What was ordered, and each change of the balance with what it was for. */
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

/** The orders, also those that were begun and not paid. */
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
          {say('creditOf', { amount: money.minor(creditMinor, currency) })}
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
