import type { ChatSession } from '@errand/contract/chats/session'
import { useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './details-pane.module.css'

/** What the chat cost, and when it began. */
export function UsageCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { cost, createdAt, messageCount } = session
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{say('messages')}</dt>
        <dd>{formats.number(messageCount)}</dd>
      </div>
      <div>
        <dt>{say('cost')}</dt>
        <dd>{formats.money(cost.amountMinor, cost.currency)}</dd>
      </div>
      <div>
        <dt>{say('began')}</dt>
        <dd>{formats.dateTime(createdAt)}</dd>
      </div>
    </dl>
  )
}
