import type { Message } from '@errand/contract/chats/message'
import { VisuallyHidden } from '@errand/shared-ui'
import { useEffect, useRef, useState } from 'react'

import { useWords } from '../words/words.ts'
import { inOneLine } from './in-one-line.ts'
import type { Thread } from './thread.ts'

/** Several in a row are told together. */
const restMs = 700
/** What was said long ago need not stand in the log. */
const kept = 20

/**
 * Tells those who listen what the contact writes while the chat is open, each message once, and what
 * it says when it was edited. Not the
 * list itself: of that only what is in view exists, and scrolling would read it out again.
 */
export function LiveLog({ thread, contactName }: { thread: Thread; contactName: string }) {
  const say = useWords()
  const { items, hasMoreAfter } = thread
  const [lines, setLines] = useState<readonly string[]>([])
  const told = useRef(items.at(-1)?.seq ?? 0)
  useEffect(() => {
    const fresh = items.filter(({ seq, direction }) => seq > told.current && direction === 'in')
    if (fresh.length === 0 || hasMoreAfter) return undefined
    const timer = setTimeout(() => {
      told.current = items.at(-1)?.seq ?? 0
      setLines((current) => [...current, ...fresh.map(({ id }) => id)].slice(-kept))
    }, restMs)
    return () => clearTimeout(timer)
  }, [items, hasMoreAfter])
  const spoken = (message: Message) => {
    const isFile = message.text === '' && message.media !== undefined
    return isFile ? say('sentFile') : inOneLine(message, say)
  }
  return (
    <VisuallyHidden>
      <span role="log" aria-label={say('newFrom', { name: contactName })} aria-live="polite">
        {items
          .filter(({ id }) => lines.includes(id))
          .map((message) => (
            <span key={message.id} dir="auto">
              {contactName}: {spoken(message)}.{' '}
            </span>
          ))}
      </span>
    </VisuallyHidden>
  )
}
