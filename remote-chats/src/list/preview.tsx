import type { ChatSession } from '@errand/contract/chats/session'
import { VisuallyHidden } from '@errand/shared-ui'
import { Bot, CornerUpLeft } from 'lucide-react'

import { useWords } from '../words/words.ts'
import styles from './session-row.module.css'

/** The last words of a chat in one line, with a sign of who said them. */
export function Preview({ message }: { message: ChatSession['lastMessage'] }) {
  const say = useWords()
  if (message === null) return <span className={styles['preview']}>{say('noMessages')}</span>
  return (
    <span className={styles['preview']}>
      {message.author === 'assistant' && (
        <>
          <Bot size={14} aria-hidden="true" />
          <VisuallyHidden>{say('author.assistant')}: </VisuallyHidden>
        </>
      )}
      {message.author === 'owner' && (
        <>
          <CornerUpLeft size={14} aria-hidden="true" />
          <VisuallyHidden>{say('author.owner')}: </VisuallyHidden>
        </>
      )}
      <bdi>{message.preview}</bdi>
    </span>
  )
}
