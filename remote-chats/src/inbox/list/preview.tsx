import type { ChatSession } from '@errand/contract/chats/session'
import { VisuallyHidden } from '@errand/shared-ui'
import { Bot, CornerUpLeft } from 'lucide-react'

import { useWords } from '../../words/words.ts'
import styles from './session-row.module.css'

/** The last message in one line, with an icon for its author. */
export function Preview({ message }: { message: ChatSession['lastMessage'] }) {
  const say = useWords()
  if (message === null) return <span className={styles['preview']}>{say('noMessages')}</span>
  const { author } = message
  const Icon = author === 'assistant' ? Bot : CornerUpLeft
  return (
    <span className={styles['preview']}>
      {(author === 'assistant' || author === 'owner') && (
        <>
          <Icon size={14} aria-hidden="true" />
          <VisuallyHidden>{`${say(`author.${author}`)}: `}</VisuallyHidden>
        </>
      )}
      <bdi>{message.preview}</bdi>
    </span>
  )
}
