import type { Message } from '@errand/contract/chats/message'
import { IconButton, Menu } from '@errand/shared-ui'
import { Ellipsis } from 'lucide-react'
import toast from 'react-hot-toast'

import { focusComposer } from '../composer/focus-composer.ts'
import { useChatDrafts, type ChatDraft } from '../drafts/chat-drafts.ts'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'
import { useMarkFrom } from '../read/use-mark-from.ts'

/** What can be done with one message. */
export function MessageActions({ message }: { message: Message }) {
  const say = useWords()
  const { write } = useChatDrafts()
  const markFrom = useMarkFrom()
  const begin = (part: Partial<ChatDraft>) => {
    write(message.sessionId, part)
    focusComposer()
  }
  const copy = async () => {
    await navigator.clipboard.writeText(message.text)
    toast.success(say('copied'))
  }
  return (
    <span className={styles['actions']}>
      <Menu
        label={say('messageMenu')}
        entries={[
          {
            label: say('replyTo'),
            isDisabled: message.deletedAt !== undefined,
            onSelect: () => begin({ mode: 'reply', replyToId: message.id }),
          },
          {
            label: say('addRemark'),
            onSelect: () => begin({ mode: 'remark', remarkOnId: message.id }),
          },
          { label: say('copyText'), isDisabled: message.text === '', onSelect: () => void copy() },
          {
            label: say('unreadFromHere'),
            isDisabled: message.direction === 'out',
            onSelect: () => markFrom(message),
          },
        ]}
        trigger={
          <IconButton
            size="small"
            label={say('messageMenu')}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        }
      />
    </span>
  )
}
