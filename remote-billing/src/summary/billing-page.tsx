import type { Order } from '@errand/contract/billing/order'
import type { BillingSummary } from '@errand/contract/billing/summary'
import { trialTone } from '@errand/contract/billing/trial'
import { ButtonLink, Card, Notice, Skeleton, useFormats, useNow } from '@errand/shared-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { summaryQuery } from '../account/billing.queries.ts'
import { BillingFrame } from '../frame/billing-frame.tsx'
import { LoadFailed } from '../frame/load-failed.tsx'
import { useMoney } from '../money/money.ts'
import { CostsCard, UsageCard } from '../usage/usage-card.tsx'
import { readUsageRange } from '../usage/usage-range.ts'
import { useWords } from '../words/words.ts'
import styles from './billing-page.module.css'
import { LowCreditCard } from './low-credit-card.tsx'
import { PlanBadge, useForecast, useMessagesLeft } from './plan.tsx'

/** Balance, forecast and usage. */
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
  const query = useQuery({ ...summaryQuery(period), placeholderData: keepPreviousData })
  const { data, isPending, isPlaceholderData } = query
  if (isPending) return <Skeleton shape="tiles" rows={3} rowHeight={160} label={say('loading')} />
  if (data === undefined) {
    return <LoadFailed query={query} onRetry={() => void query.refetch()} />
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

/** The balance, in messages first, and how long it lasts. */
function BalanceCard({ summary }: { summary: BillingSummary }) {
  const say = useWords()
  const money = useMoney()
  const forecast = useForecast(summary)
  const messagesLeft = useMessagesLeft(summary)
  const { plan, balance, unit } = summary
  const price = money.price(unit.price, unit.currency)
  const isFree = plan.state === 'trial'
  return (
    <Card title={say('balance')} actions={<PlanBadge state={plan.state} />}>
      <div>
        <p className={styles['messages']}>{messagesLeft}</p>
        <p className={styles['money']}>
          <span>
            {say('moneyLeft', { amount: money.minor(balance.amountMinor, balance.currency) })}
          </span>
          <span aria-hidden="true"> · </span>
          <span>{say(isFree ? 'priceAfterTrial' : 'price', { price })}</span>
        </p>
        {forecast !== undefined && <p className={styles['forecast']}>{forecast}</p>}
      </div>
    </Card>
  )
}

/** The state of the plan, when the owner should know about it. */
function PlanNotice({ plan, balance }: Pick<BillingSummary, 'plan' | 'balance'>) {
  const say = useWords()
  const formats = useFormats()
  const { state, trialDaysLeft: days, trialMessagesLeft, graceMessagesLeft: count } = plan
  if (state === 'active') return null
  if (state === 'trial') {
    const messages = trialMessagesLeft ?? 0
    const tone = trialTone({ days, messages, paid: balance.messagesLeft })
    const date = formats.date(plan.trialEndsAt, { day: 'numeric', month: 'long' })
    return (
      <Notice tone={tone} title={say('trialTitle', { days })}>
        <p>{`${say('trialMessages', { count: messages })} ${say('trialUntil', { date })}`}</p>
      </Notice>
    )
  }
  return (
    <Notice
      tone={state === 'exhausted' ? 'danger' : 'warning'}
      title={say(`${state}Title`)}
      actions={
        <ButtonLink size="small" to="/billing/buy">
          {say('addCredit')}
        </ButtonLink>
      }
    >
      <p>{state === 'grace' ? say('graceHint', { count }) : say(`${state}Hint`)}</p>
    </Notice>
  )
}

/** The newest order, if it was started but not paid. */
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
