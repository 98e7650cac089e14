import { VisuallyHidden } from '@errand/shared-ui'
import { useEffect, useRef, useState } from 'react'

import { useWords } from '../words/words.ts'
import type { Thread } from './thread.ts'

/** Several in a row are told together. */
const restMs = 700
/** What was said long ago need not stand in the log. */
const kept = 20

interface Line {
  id: string
  text: string
}

/**
 * Tells those who listen what the contact writes while the chat is open, each message once. Not the
 * list itself: of that only what is in view exists, and scrolling would read it out again.
 */
export function LiveLog({ thread, contactName }: { thread: Thread; contactName: string }) {
  const say = useWords()
  const { items, hasMoreAfter } = thread
  const [lines, setLines] = useState<readonly Line[]>([])
  const told = useRef(items.at(-1)?.seq ?? 0)
  useEffect(() => {
    const fresh = items.filter(({ seq, direction }) => seq > told.current && direction === 'in')
    if (fresh.length === 0 || hasMoreAfter) return undefined
    const timer = setTimeout(() => {
      told.current = items.at(-1)?.seq ?? 0
      const news = fresh.map(({ id, text, media }) => ({
        id,
        text: text === '' && media !== undefined ? say('sentFile') : text,
      }))
      setLines((current) => [...current, ...news].slice(-kept))
    }, restMs)
    return () => clearTimeout(timer)
  }, [items, hasMoreAfter, say])
  return (
    <VisuallyHidden>
      <span role="log" aria-label={say('newFrom', { name: contactName })} aria-live="polite">
        {lines.map(({ id, text }) => (
          <span key={id} dir="auto">
            {contactName}: {text}.{' '}
          </span>
        ))}
      </span>
    </VisuallyHidden>
  )
}
