import type { Message } from '@errand/contract/chats/message'
import { VisuallyHidden } from '@errand/shared-ui'
import { useState } from 'react'

import { useWords } from '../words/words.ts'
import { inOneLine } from './in-one-line.ts'
import type { Thread } from './thread.ts'

/** What was said long ago need not stand in the log. */
const kept = 20

/**
 * Tells screen readers what the contact writes while the chat is open, each message once, and what it
 * says when it was edited. Not the list itself: of that only what is in view exists, and scrolling
 * would read it out again.
 */
export function LiveLog({ thread, contactName }: { thread: Thread; contactName: string }) {
  const say = useWords()
  const { items, hasMoreAfter } = thread
  return (
    <VisuallyHidden>
      <span role="log" aria-label={say('newFrom', { name: contactName })} aria-live="polite">
        {/* Of an old part nothing is new; it begins again at the end. */}
        {!hasMoreAfter && <Lines {...{ items, contactName }} />}
      </span>
    </VisuallyHidden>
  )
}

function Lines({ items, contactName }: Pick<Thread, 'items'> & { contactName: string }) {
  const say = useWords()
  const [known] = useState(items.at(-1)?.seq ?? 0)
  const spoken = (message: Message) => {
    const isFile = message.text === '' && message.media !== undefined
    return isFile ? say('sentFile') : inOneLine(message, say)
  }
  return items
    .filter(({ seq, direction }) => seq > known && direction === 'in')
    .slice(-kept)
    .map((message) => (
      <span key={message.id} dir="auto">
        {contactName}: {spoken(message)}.{' '}
      </span>
    ))
}
