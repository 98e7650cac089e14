import { isApiError, userMessage } from '@errand/shared-auth'
import { ErrorState, Page, PageHeader, Skeleton, TextLink } from '@errand/shared-ui'
import { useParams } from 'react-router-dom'

import { useLiveBilling } from '../account/use-live-billing.ts'
import { useDocumentTitle } from '../frame/use-document-title.ts'
import { useWords } from '../words/words.ts'
import { OrderOutcome } from './order-outcome.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** What became of one order: it asks until that is known, also after a reload or in another tab. */
export function OrderPage() {
  const say = useWords()
  const { id = '' } = useParams()
  useDocumentTitle(say('payment'))
  useLiveBilling()
  return (
    <>
      <PageHeader back={<TextLink to="/billing">{say('title')}</TextLink>} title={say('payment')} />
      <Page>
        <Confirmation key={id} id={id} />
      </Page>
    </>
  )
}

function Confirmation({ id }: { id: string }) {
  const say = useWords()
  const confirmation = useConfirmation(id)
  const { state, error, isFetching, refetch } = confirmation
  if (state !== undefined) return <OrderOutcome {...confirmation} state={state} />
  if (error === null) return <Skeleton rows={1} rowHeight={180} label={say('confirming')} />
  const isMissing = isApiError(error) && error.status === 404
  return (
    <ErrorState
      title={userMessage(error)}
      detail={say('paymentSafe')}
      {...(!isMissing && { isRetrying: isFetching, onRetry: () => void refetch() })}
    />
  )
}
