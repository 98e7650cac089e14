import type { BillingSummary } from '@errand/contract/billing/summary'
import type { RemoteWidget } from '@errand/contract/remote'
import { ButtonLink, Card, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { summaryQuery, useLiveBilling } from './account/billing.queries.ts'
import { LoadFailed } from './frame/load-failed.tsx'
import { useMoney } from './money/money.ts'
import { PlanBadge, useForecast, useMessagesLeft } from './summary/plan.tsx'
import { useWords } from './words/words.ts'

/** The dashboard widget: the balance, and how long it lasts if that can be said. */
export const Widget: RemoteWidget['Widget'] = function BillingWidget() {
  const say = useWords()
  useLiveBilling()
  const query = useQuery(summaryQuery())
  const { data, error } = query
  if (data !== undefined) return <BalanceLeft summary={data} />
  return (
    <Card title={say('balance')}>
      {error === null ? (
        <Skeleton rows={3} rowHeight={20} label={say('loading')} />
      ) : (
        <LoadFailed query={query} onRetry={() => void query.refetch()} />
      )}
    </Card>
  )
}

function BalanceLeft({ summary }: { summary: BillingSummary }) {
  const say = useWords()
  const money = useMoney()
  const forecast = useForecast(summary)
  const messagesLeft = useMessagesLeft(summary)
  const { plan, balance } = summary
  return (
    <Card title={say('balance')} actions={<PlanBadge state={plan.state} />}>
      <p>
        <strong>{messagesLeft}</strong>
        <span aria-hidden="true"> · </span>
        <span>{money.minor(balance.amountMinor, balance.currency)}</span>
      </p>
      {forecast !== undefined && <p>{forecast}</p>}
      <p>
        <ButtonLink size="small" to="/billing/buy">
          {say('addCredit')}
        </ButtonLink>
      </p>
    </Card>
  )
}
