import { userMessage } from '@errand/shared-auth'
import { ErrorState, Page, PageHeader, Skeleton, TextLink } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { configQuery, summaryQuery } from '../account/billing.queries.ts'
import { useLiveBilling } from '../account/use-live-billing.ts'
import { useDocumentTitle } from '../frame/use-document-title.ts'
import { useWords } from '../words/words.ts'
import { BuyForm } from './buy-form.tsx'
import { NotConfigured } from './not-configured.tsx'

/** Credit to buy: a pack or an amount, what it costs with tax, and the payment. */
export function BuyPage() {
  const say = useWords()
  useDocumentTitle(say('addCredit'))
  useLiveBilling()
  return (
    <>
      <PageHeader
        back={<TextLink to="/billing">{say('title')}</TextLink>}
        title={say('addCredit')}
        description={say('addCreditHint')}
      />
      <Page>
        <Choice />
      </Page>
    </>
  )
}

function Choice() {
  const say = useWords()
  const summary = useQuery(summaryQuery())
  const config = useQuery(configQuery())
  if (summary.isPending || config.isPending) {
    return <Skeleton rows={5} rowHeight={60} label={say('loading')} />
  }
  if (summary.data === undefined || config.data === undefined) {
    return (
      <ErrorState
        title={userMessage(summary.error ?? config.error)}
        detail={say('safe')}
        isRetrying={summary.isFetching || config.isFetching}
        onRetry={() => void Promise.all([summary.refetch(), config.refetch()])}
      />
    )
  }
  if (!config.data.configured) return <NotConfigured config={config.data} />
  return <BuyForm packs={summary.data.packs} config={config.data} />
}
