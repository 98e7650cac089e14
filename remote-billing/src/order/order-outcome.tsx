import type { OrderState } from '@errand/contract/billing/order'
import { Button, ButtonLink, Card, Notice, Progress } from '@errand/shared-ui'
import { useLayoutEffect, useRef, type ComponentProps, type RefObject } from 'react'

import { usePay } from '../buy/use-pay.ts'
import { useFailure } from '../buy/use-failure.ts'
import { useDownloadInvoice } from '../invoices/use-download-invoice.ts'
import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import { Balance } from './balance.tsx'
import styles from './order-outcome.module.css'
import { OrderFacts } from './order-facts.tsx'
import { phaseOf, type Claim, type KnownOrder, type Phase } from './phase.ts'

interface OrderOutcomeProps {
  state: KnownOrder
  refusal: string | undefined
  claim: Claim
  isRefused: boolean
}

/** What is true of the payment now, said aloud when it changes, and the one thing to do. */
export function OrderOutcome({ state, refusal, claim, isRefused }: OrderOutcomeProps) {
  const say = useWords()
  const money = useMoney()
  const heading = useRef<HTMLHeadingElement>(null)
  const { order } = state
  const phase = phaseOf(state, claim)
  const total = money.minor(order.totalMinor, order.currency)
  const amount = phase === 'paid' ? money.minor(order.creditMinor, order.currency) : total
  const isDown = !state.isChecked && phase !== 'paid' && phase !== 'refunded'
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
          <p>{isDown ? say('cannotCheck') : hintOf(say, { phase, refusal })}</p>
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
  const failure = useFailure(error)
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

/** Goes once it is paid; what became of the payment has the focus then. */
function PayButton({ heading, ...button }: PayButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [here, next] = [ref.current, heading.current]
    return () => {
      if (here === document.activeElement) next?.focus()
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
