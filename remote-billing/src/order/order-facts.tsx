import type { OrderState } from '@errand/contract/billing/order'
import { Card, Status, useFormats } from '@errand/shared-ui'

import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import styles from './order-outcome.module.css'

const tones = {
  authorized: 'info',
  captured: 'success',
  failed: 'danger',
  refunded: 'neutral',
} as const

/** The amounts of an order and each attempt to pay it. */
export function OrderFacts({ state: { order, payments } }: { state: OrderState }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const facts = [
    [say('credit'), money.minor(order.amountMinor, order.currency)],
    [say('tax'), money.minor(order.taxMinor, order.currency)],
    [say('total'), money.minor(order.totalMinor, order.currency)],
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
                  <>
                    <bdi>{method.toUpperCase()}</bdi>
                    {' · '}
                  </>
                )}
                <bdi>{formats.dateTime(at)}</bdi>
              </span>
              {isNotNeeded(error) && <span>{say('paymentNotNeeded')}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The api's marks of money that came and was not credited: paid twice, or in another currency. */
const isNotNeeded = (error: string | undefined): boolean =>
  error === 'surplus' || error === 'foreign_currency'
