import type { OrderState } from '@errand/contract/billing/order'
import { Button, ButtonLink, Card, Notice, Progress, Status, useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

import { summaryQuery } from '../account/billing.queries.ts'
import { usePaymentFailure, usePay } from '../buy/use-pay.ts'
import { useDownloadInvoice } from '../invoices/download-invoice.ts'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './order-outcome.module.css'

interface OrderOutcomeProps {
  state: KnownOrder
  refusal: string | undefined
  claim: CheckoutClaim
  isRefused: boolean
}

/** The state of the payment, announced when it changes, and the next action. */
export function OrderOutcome({ state, refusal, claim, isRefused }: OrderOutcomeProps) {
  const say = useWords()
  const money = useMoney()
  const heading = useRef<HTMLHeadingElement>(null)
  const { order } = state
  const phase = phaseOf(state, claim)
  const total = money.minor(order.totalMinor, order.currency)
  const amount = phase === 'paid' ? money.minor(order.creditMinor, order.currency) : total
  const isProviderDown = !state.isChecked && phase !== 'paid' && phase !== 'refunded'
  return (
    <>
      {isRefused && phase !== 'paid' && phase !== 'refunded' && (
        <Notice tone="danger" role="alert" title={say('notOurs')}>
          <p>{say('notOursHint', { order: order.id })}</p>
        </Notice>
      )}
      <Card>
        <div role="status" className={styles['outcome']}>
          <h2 ref={heading} tabIndex={-1}>
            {say(`phase_${phase}`, { amount })}
          </h2>
          {phase === 'confirming' && <Progress label={say('confirming')} />}
          <p>{isProviderDown ? say('cannotCheck') : hintOf(say, { phase, refusal })}</p>
          {phase === 'paid' && <Balance />}
          {state.refundedMinor > 0 && (
            <p>
              {say('refundedOf', {
                amount: money.minor(state.refundedMinor, order.currency),
                total,
              })}
            </p>
          )}
        </div>
        <Actions {...{ state, phase, heading }} />
      </Card>
      <OrderFacts state={state} />
    </>
  )
}

interface ActionsProps {
  state: OrderState
  phase: Phase
  heading: RefObject<HTMLElement | null>
}

function Actions({ state, phase, heading }: ActionsProps) {
  const say = useWords()
  const money = useMoney()
  const { pay, isPaying, error } = usePay()
  const failure = usePaymentFailure(error)
  const download = useDownloadInvoice()
  const { order, invoiceId } = state
  const { amountMinor, currency } = order
  const canPay = phase === 'failed' || phase === 'unpaid' || phase === 'expired'
  return (
    <>
      {failure !== undefined && (
        <Notice tone="danger" role="alert" title={failure.title}>
          <p>{failure.hint}</p>
        </Notice>
      )}
      <p className={styles['actions']}>
        {canPay && (
          <PayButton
            heading={heading}
            isBusy={isPaying}
            onClick={() => pay({ amountMinor, currency })}
          >
            {say(phase === 'unpaid' ? 'resumePay' : 'tryAgain', {
              amount: money.minor(order.totalMinor, currency),
            })}
          </PayButton>
        )}
        {phase === 'paid' && (
          <ButtonLink variant="primary" to="/billing">
            {say('done')}
          </ButtonLink>
        )}
        {invoiceId !== null && (
          <Button
            isBusy={download.isPending}
            onClick={() => download.start({ id: invoiceId, name: order.id })}
          >
            {say('downloadInvoice')}
          </Button>
        )}
        {canPay && (
          <ButtonLink variant="quiet" to="/billing/buy">
            {say('otherAmount')}
          </ButtonLink>
        )}
      </p>
    </>
  )
}

interface PayButtonProps extends ComponentProps<typeof Button> {
  heading: RefObject<HTMLElement | null>
}

/** Disappears once the order is paid; the heading then takes the focus. */
function PayButton({ heading, ...button }: PayButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [payButton, next] = [ref.current, heading.current]
    return () => {
      if (payButton === document.activeElement) next?.focus()
    }
  }, [heading])
  return <Button ref={ref} variant="primary" {...button} />
}

function hintOf(
  say: ReturnType<typeof useWords>,
  { phase, refusal }: { phase: Phase; refusal: string | undefined },
): string {
  const hint = say(`hint_${phase}`)
  return phase === 'failed' && refusal !== undefined ? `${refusal} ${hint}` : hint
}

const tones = {
  authorized: 'info',
  captured: 'success',
  failed: 'danger',
  refunded: 'neutral',
} as const

/** The amounts of an order, and each attempt to pay it. */
function OrderFacts({ state: { order, payments } }: { state: OrderState }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const isPaid = order.status === 'paid' || order.status === 'refunded'
  const facts = [
    [say('credit'), money.minor(order.amountMinor, order.currency)],
    [say('tax'), money.minor(order.taxMinor, order.currency)],
    [say(isPaid ? 'order_paid' : 'total'), money.minor(order.totalMinor, order.currency)],
    [say('ordered'), formats.dateTime(order.createdAt)],
  ] as const
  return (
    <Card title={say('details')}>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{say('orderNumber')}</dt>
          <dd dir="ltr">{order.id}</dd>
        </div>
      </dl>
      {payments.length > 0 && (
        <ul aria-label={say('attempts')} className={styles['attempts']}>
          {payments.map(({ id, status, method, at, error }) => (
            <li key={id}>
              <Status tone={tones[status]}>{say(`payment_${status}`)}</Status>
              <span>
                {method !== '' && (
                  <span>
                    <bdi>{methodName(say, method)}</bdi>
                    <span> · </span>
                  </span>
                )}
                <bdi>{formats.dateTime(at)}</bdi>
              </span>
              {isExtraPayment(error) && <span>{say('paymentNotNeeded')}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const methods = ['card', 'netbanking', 'upi', 'wallet'] as const

/** The name of Razorpay's method of payment; one that is not known here is shown as Razorpay names it. */
function methodName(say: ReturnType<typeof useWords>, method: string): string {
  const known = methods.find((one) => one === method)
  if (known !== undefined) return say(`method_${known}`)
  return method.charAt(0).toUpperCase() + method.slice(1).replaceAll('_', ' ')
}

/** The api marks payments that were received but not credited: a duplicate, or another currency. */
const isExtraPayment = (error: string | undefined): boolean =>
  error === 'surplus' || error === 'foreign_currency'

/** The current balance. */
function Balance() {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const { data } = useQuery(summaryQuery())
  if (data === undefined) return null
  const { amountMinor, currency, messagesLeft } = data.balance
  return (
    <p>
      {say('balanceNow', {
        amount: money.minor(amountMinor, currency),
        count: messagesLeft,
        text: formats.number(messagesLeft),
      })}
    </p>
  )
}

/** The state of a payment from the owner's view. */
type Phase = 'confirming' | 'paid' | 'refunded' | 'failed' | 'unpaid' | 'expired'

/** What the checkout reported: nothing reliable, a payment, or a payment that is being verified. */
export type CheckoutClaim = 'none' | 'paid' | 'verifying'

/** An order with its attempts; `isChecked` if the provider has just been asked. */
type KnownOrder = OrderState & { isChecked: boolean }

/** The state of an order and its attempts. Only the provider can say that no money was taken. */
export function phaseOf({ order, payments, isChecked }: KnownOrder, claim: CheckoutClaim): Phase {
  if (order.status === 'paid' || order.status === 'refunded') return order.status
  const isOnItsWay = payments.some(({ status }) => status === 'authorized')
  if (isOnItsWay || claim === 'verifying' || !isChecked) return 'confirming'
  if (order.status === 'expired') return 'expired'
  if (payments.at(-1)?.status === 'failed') return 'failed'
  return claim === 'paid' || order.status === 'attempted' ? 'confirming' : 'unpaid'
}
