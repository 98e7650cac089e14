import type { Message } from '@errand/contract/chats/message'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { inOneLine } from './in-one-line.ts'

/** The message that another one answers; a press goes to it. */
export function Quote({ message }: { message: Message | undefined }) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  if (message === undefined) return <p className={styles['quote']}>{say('quoteFar')}</p>
  return (
    <button type="button" className={styles['quote']} onClick={() => jumpTo(message.id)}>
      <b>{say(message.author === 'contact' ? 'quoteOfContact' : `author.${message.author}`)}</b>
      <span dir="auto">{inOneLine(message, say)}</span>
    </button>
  )
}
