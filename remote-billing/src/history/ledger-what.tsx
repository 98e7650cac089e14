import type { LedgerEntry } from '@errand/contract/billing/summary'
import { TextLink } from '@errand/shared-ui'

import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import styles from './history.module.css'

/** What a change was for, with the way to it. */
export function LedgerWhat({ entry, currency }: { entry: LedgerEntry; currency: string }) {
  const say = useWords()
  const money = useMoney()
  const { kind, author, sessionId, messageId, orderId, unitPrice } = entry
  const text =
    messageId === undefined
      ? say(kind === 'refund' ? 'paymentRefund' : `ledger_${kind}`)
      : say(kind === 'refund' ? 'messageRefund' : `message_${author ?? 'assistant'}`)
  return (
    <span className={styles['what']}>
      <span>
        {text}{' '}
        {kind === 'usage' && unitPrice !== undefined && (
          <span className={styles['soft']}>
            {say('at', { price: money.price(unitPrice, currency) })}
          </span>
        )}
      </span>
      {sessionId !== undefined && messageId !== undefined && (
        <TextLink to={`/chats?session=${sessionId}&message=${messageId}`}>
          {say('showMessage')}
        </TextLink>
      )}
      {orderId !== undefined && (
        <TextLink to={`/billing/orders/${orderId}`}>{say('showOrder')}</TextLink>
      )}
    </span>
  )
}
