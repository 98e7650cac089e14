import {
  checkoutOutcomeSchema,
  verifyPaymentCall,
  type VerifyPaymentInput,
} from '@errand/contract/billing/order'
import { callApi, isApiError, pollPause, queryClient, userMessage } from '@errand/shared-auth'
import {
  ButtonLink,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  Skeleton,
  TextLink,
  useDocumentTitle,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'

import { billingKey, orderQuery, useLiveBilling } from '../account/billing.queries.ts'
import { useWords } from '../words/words.ts'
import { type CheckoutClaim, OrderOutcome, phaseOf } from './order-outcome.tsx'

/** The state of one order: polls until it is final, also after a reload or in another tab. */
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
  if (isApiError(error) && [404, 410, 422].includes(error.status)) return <OrderNotFound />
  return (
    <ErrorState
      title={userMessage(error)}
      detail={say('paymentSafe')}
      isRetrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function OrderNotFound() {
  const say = useWords()
  useDocumentTitle(say('orderMissing'))
  return (
    <EmptyState
      drawing="search"
      title={say('orderMissing')}
      description={say('orderMissingHint')}
      action={
        <ButtonLink variant="primary" to="/billing/history">
          {say('allOrders')}
        </ButtonLink>
      }
    />
  )
}

/** Most payments are settled within seconds; some banks take longer. */
const pollDelays = { shortestMs: 2000, longestMs: 30_000 }

/** How often an order was fetched, successfully or not. */
const countCalls = (known?: { dataUpdateCount: number; errorUpdateCount: number }): number =>
  known === undefined ? 0 : known.dataUpdateCount + known.errorUpdateCount

/** Verifies the result of the checkout once, and polls the order until it is final. */
function useConfirmation(id: string) {
  const location = useLocation()
  // The result of the checkout is kept in the history entry and survives a reload.
  const { answer, refusal } = checkoutOutcomeSchema.safeParse(location.state).data ?? {}
  const verification = useMutation({
    mutationFn: (body: VerifyPaymentInput) => callApi(verifyPaymentCall, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: billingKey }),
  })
  const { mutate, isSuccess, error } = verification
  const verify = useEffectEvent(() => {
    if (answer?.orderId === id) mutate(answer)
  })
  useEffect(() => verify(), [])

  const isRefused = isRefusal(error)
  const claim = ((): CheckoutClaim => {
    if (answer?.orderId !== id || isRefused || isNotCaptured(error)) return 'none'
    return isSuccess || error !== null ? 'paid' : 'verifying'
  })()
  // The query cache counts all calls of its life, but polling starts again with each visit.
  const [earlierCalls] = useState(() =>
    countCalls(queryClient.getQueryState(orderQuery(id).queryKey)),
  )
  const query = useQuery({
    ...orderQuery(id),
    refetchInterval: ({ state }) => {
      const { data, error: failure } = state
      const phase = data === undefined ? 'confirming' : phaseOf(data, claim)
      if (phase === 'paid' || phase === 'refunded' || phase === 'expired') return false
      return pollPause(failure, countCalls(state) - earlierCalls, pollDelays)
    },
  })
  return {
    state: query.data,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
    refusal,
    claim,
    /** The result of the checkout does not belong to this order: nothing is credited. */
    isRefused,
  }
}

/**
 * Whether the api refused the result. A declined payment or a network failure is no refusal: the
 * order is polled anyway.
 */
function isRefusal(error: Error | null): boolean {
  if (!isApiError(error)) return false
  return error.code === 'payment_signature_invalid' || error.code === 'conflict'
}

/** The bank declined the payment; the result does belong to this order. */
function isNotCaptured(error: Error | null): boolean {
  return isApiError(error) && error.code === 'payment_not_captured'
}
