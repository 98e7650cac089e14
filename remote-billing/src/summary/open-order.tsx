import type { Order } from '@errand/contract/billing/order'
import { ButtonLink, Notice, useNow } from '@errand/shared-ui'

import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'

/** The newest order, if its payment was begun and not ended. */
export function OpenOrder({ orders }: { orders: Order[] }) {
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
