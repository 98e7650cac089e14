import type { BillingSummary } from '@errand/contract/billing/summary'
import { Card, useFormats } from '@errand/shared-ui'

import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import styles from './balance-card.module.css'
import { PlanBadge } from './plan-badge.tsx'
import { useForecast } from './use-forecast.ts'

/** What is left, in messages first, and until when that lasts. */
export function BalanceCard({ summary }: { summary: BillingSummary }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const forecast = useForecast(summary)
  const { plan, balance, unit } = summary
  const price = money.price(unit.price, unit.currency)
  const isFree = plan.state === 'trial'
  const left = isFree ? (plan.trialMessagesLeft ?? 0) + balance.messagesLeft : balance.messagesLeft
  return (
    <Card title={say('balance')} actions={<PlanBadge state={plan.state} />}>
      <div>
        <p className={styles['messages']}>
          {say('messagesLeft', { count: left, text: formats.number(left) })}
        </p>
        <p className={styles['money']}>
          {say('moneyLeft', { amount: money.minor(balance.amountMinor, balance.currency) })}
          <span aria-hidden="true"> · </span>
          {say(isFree ? 'priceAfterTrial' : 'price', { price })}
        </p>
        <p className={styles['forecast']}>{forecast}</p>
      </div>
    </Card>
  )
}
