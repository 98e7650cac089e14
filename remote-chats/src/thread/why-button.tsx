import type { Message } from '@errand/contract/chats/message'
import { Popover } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { Why } from './why.tsx'

/** How the assistant came to what it wrote. */
export function WhyButton({ message }: { message: Message }) {
  const say = useWords()
  if (message.ai === undefined && message.runId === undefined) return null
  return (
    <Popover
      label={say('whyThis')}
      trigger={
        <button type="button" className={styles['why']}>
          {say('why')}
        </button>
      }
    >
      <Why message={message} />
    </Popover>
  )
}
