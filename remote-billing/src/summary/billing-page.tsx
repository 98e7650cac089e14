import type { Order } from '@errand/contract/billing/order'
import type { BillingSummary } from '@errand/contract/billing/summary'
import { trialTone } from '@errand/contract/billing/trial'
import { userMessage } from '@errand/shared-auth'
import {
  ButtonLink,
  Card,
  ErrorState,
  Notice,
  Skeleton,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { summaryQuery } from '../account/billing.queries.ts'
import { BillingFrame } from '../frame/billing-frame.tsx'
import { useMoney } from '../money/money.ts'
import { CostsCard } from '../usage/costs-card.tsx'
import { UsageCard } from '../usage/usage-card.tsx'
import { readUsageRange } from '../usage/usage-range.ts'
import { useWords } from '../words/words.ts'
import styles from './billing-page.module.css'
import { LowCreditCard } from './low-credit-card.tsx'
import { PlanBadge, useForecast } from './plan.tsx'

/** What is left, how long it lasts and where it went. */
export function BillingPage() {
  return (
    <BillingFrame>
      <Overview />
    </BillingFrame>
  )
}

function Overview() {
  const say = useWords()
  const [parameters] = useSearchParams()
  const { period } = readUsageRange(parameters, useNow())
  const { data, isPending, isPlaceholderData, isFetching, error, refetch } = useQuery({
    ...summaryQuery(period),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Skeleton shape="tiles" rows={3} rowHeight={160} label={say('loading')} />
  if (data === undefined) {
    return (
      <ErrorState
        title={userMessage(error)}
        detail={say('safe')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <>
      <PlanNotice plan={data.plan} balance={data.balance} />
      <OpenOrder orders={data.orders.items} />
      <BalanceCard summary={data} />
      <UsageCard summary={data} isBusy={isPlaceholderData} />
      <CostsCard from={data.usage.from} to={data.usage.to} />
      <LowCreditCard currency={data.balance.currency} />
    </>
  )
}

/** What is left, in messages first, and until when that lasts. */
function BalanceCard({ summary }: { summary: BillingSummary }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const forecast = useForecast(summary)
  const { plan, balance, unit } = summary
  const price = money.price(unit.price, unit.currency)
  const isFree = plan.state === 'trial'
  const left = isFree ? (plan.trialMessagesLeft ?? 0) + balance.messagesLeft : balance.messagesLeft
  return (
    <Card title={say('balance')} actions={<PlanBadge state={plan.state} />}>
      <div>
        <p className={styles['messages']}>
          {say('messagesLeft', { count: left, text: formats.number(left) })}
        </p>
        <p className={styles['money']}>
          {say('moneyLeft', { amount: money.minor(balance.amountMinor, balance.currency) })}
          <span aria-hidden="true"> · </span>
          {say(isFree ? 'priceAfterTrial' : 'price', { price })}
        </p>
        <p className={styles['forecast']}>{forecast}</p>
      </div>
    </Card>
  )
}

/** Where the account stands, when there is something to know about it. */
function PlanNotice({ plan, balance }: Pick<BillingSummary, 'plan' | 'balance'>) {
  const say = useWords()
  const formats = useFormats()
  const topUp = (
    <ButtonLink size="small" to="/billing/buy">
      {say('addCredit')}
    </ButtonLink>
  )
  switch (plan.state) {
    case 'trial': {
      const { trialDaysLeft: days, trialMessagesLeft } = plan
      const messages = trialMessagesLeft ?? 0
      const tone = trialTone({ days, messages, paid: balance.messagesLeft })
      return (
        <Notice tone={tone} title={say('trialTitle', { days })}>
          <p>
            {say('trialMessages', { count: messages })}{' '}
            {say('trialUntil', {
              date: formats.date(plan.trialEndsAt, { day: 'numeric', month: 'long' }),
            })}
          </p>
        </Notice>
      )
    }
    case 'low':
      return (
        <Notice tone="warning" title={say('lowTitle')} actions={topUp}>
          <p>{say('lowHint')}</p>
        </Notice>
      )
    case 'grace':
      return (
        <Notice tone="warning" title={say('graceTitle')} actions={topUp}>
          <p>{say('graceHint', { count: plan.graceMessagesLeft })}</p>
        </Notice>
      )
    case 'exhausted':
      return (
        <Notice tone="danger" title={say('exhaustedTitle')} actions={topUp}>
          <p>{say('exhaustedHint')}</p>
        </Notice>
      )
    case 'active':
      break
  }
  return null
}

/** The newest order, if its payment was begun and not ended. */
function OpenOrder({ orders }: { orders: Order[] }) {
  const say = useWords()
  const money = useMoney()
  const now = useNow()
  const [order] = orders
  if (order === undefined) return null
  const isOpen = order.status === 'created' && Date.parse(order.expiresAt) > now
  if (!isOpen && order.status !== 'attempted') return null
  return (
    <Notice
      actions={
        <ButtonLink size="small" to={`/billing/orders/${order.id}`}>
          {say('resumePayment')}
        </ButtonLink>
      }
    >
      <p>{say('openOrder', { amount: money.minor(order.totalMinor, order.currency) })}</p>
    </Notice>
  )
}
