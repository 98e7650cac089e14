import { classNames, VisuallyHidden } from '@errand/shared-ui'

import styles from './phone.module.css'
import type { TestMessage } from './use-test-chat.ts'
import { useWords } from './words/words.ts'

/** One message of the test chat, and what the assistant did besides. */
export function Bubble({ message }: { message: TestMessage }) {
  const say = useWords()
  const { author, text, turn } = message
  const reason = turn?.handoffReason ?? undefined
  return (
    <>
      {text !== '' && (
        <p className={classNames(styles['bubble'], styles[author])} dir="auto">
          <VisuallyHidden>{say(author === 'contact' ? 'customer' : 'assistant')} </VisuallyHidden>
          {text}
        </p>
      )}
      {turn !== undefined && turn.action !== 'continue' && (
        <p className={styles['event']}>
          {say(turn.action)}
          {reason !== undefined && `: ${say(reason)}`}
        </p>
      )}
      {turn !== undefined && turn.removed.length > 0 && (
        <p className={styles['event']}>{say('removed', { what: turn.removed.join(', ') })}</p>
      )}
    </>
  )
}
