import { userMessage } from '@errand/shared-auth'
import { ErrorState, Skeleton, useNow } from '@errand/shared-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { summaryQuery } from '../account/billing.queries.ts'
import { BillingFrame } from '../frame/billing-frame.tsx'
import { CostsCard } from '../usage/costs-card.tsx'
import { UsageCard } from '../usage/usage-card.tsx'
import { readUsageRange } from '../usage/usage-range.ts'
import { useWords } from '../words/words.ts'
import { BalanceCard } from './balance-card.tsx'
import { LowCreditCard } from './low-credit-card.tsx'
import { OpenOrder } from './open-order.tsx'
import { PlanNotice } from './plan-notice.tsx'

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
