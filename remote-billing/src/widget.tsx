import type { BillingSummary } from '@errand/contract/billing/summary'
import type { RemoteWidget } from '@errand/contract/remote'
import { userMessage } from '@errand/shared-auth'
import { ButtonLink, Card, ErrorState, Skeleton, useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { summaryQuery, useLiveBilling } from './account/billing.queries.ts'
import { useMoney } from './money/money.ts'
import { PlanBadge, useForecast } from './summary/plan.tsx'
import { useWords } from './words/words.ts'

/** For the dashboard: what is left and how long it lasts. */
export const Widget: RemoteWidget['Widget'] = function BillingWidget() {
  const say = useWords()
  useLiveBilling()
  const { data, error, isFetching, refetch } = useQuery(summaryQuery())
  if (data !== undefined) return <Left summary={data} />
  return (
    <Card title={say('balance')}>
      {error === null ? (
        <Skeleton rows={3} rowHeight={20} label={say('loading')} />
      ) : (
        <ErrorState
          title={userMessage(error)}
          detail={say('safe')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}

function Left({ summary }: { summary: BillingSummary }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const forecast = useForecast(summary)
  const { plan, balance } = summary
  const isFree = plan.state === 'trial'
  const left = isFree ? (plan.trialMessagesLeft ?? 0) + balance.messagesLeft : balance.messagesLeft
  return (
    <Card title={say('balance')} actions={<PlanBadge state={plan.state} />}>
      <p>
        <strong>{say('messagesLeft', { count: left, text: formats.number(left) })}</strong>
        <span aria-hidden="true"> · </span>
        {money.minor(balance.amountMinor, balance.currency)}
      </p>
      <p>{forecast}</p>
      <p>
        <ButtonLink size="small" to="/billing/buy">
          {say('addCredit')}
        </ButtonLink>
      </p>
    </Card>
  )
}
