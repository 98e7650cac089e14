import { IconButton, isComposing, SearchField } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { chatsKey } from '../chats/chats.queries.ts'
import { listMessages } from '../chats/messages.api.ts'
import { useWords } from '../words/words.ts'
import styles from './thread-pane.module.css'

/** The newest messages of a chat with these words, newest first. */
const hitsQuery = (sessionId: string, q: string) =>
  queryOptions({
    queryKey: [...chatsKey, 'hits', sessionId, q],
    queryFn: async ({ signal }) => {
      const { items } = await listMessages(sessionId, { q, limit: 100 }, signal)
      return items.map(({ id }) => id).toReversed()
    },
    enabled: q.trim() !== '',
  })

interface ThreadSearchProps {
  sessionId: string
  /** What the list was searched for: the chat is opened at its first hit. */
  begin: string
  /** `byKey` where whoever closes it types, and goes on typing. */
  onClose: (byKey: boolean) => void
}

/** Looks for words in a chat, and goes from hit to hit. */
export function ThreadSearch({ sessionId, begin, onClose }: ThreadSearchProps) {
  const say = useWords()
  const { messageId, jumpTo, landed } = useInboxAddress()
  const [q, setQ] = useState(begin)
  const { data: hits, isFetching } = useQuery(hitsQuery(sessionId, q))
  const index = hits?.indexOf(messageId ?? '') ?? -1
  const [first] = hits ?? []
  useEffect(() => {
    if (first !== undefined && index < 0) jumpTo(first)
    // Once for what was looked for.
    // eslint-disable-next-line react/exhaustive-deps
  }, [first, q])
  const go = (step: number) => {
    const next = hits?.[index + step]
    if (next !== undefined) jumpTo(next)
  }
  const close = (byKey: boolean) => {
    landed()
    onClose(byKey)
  }
  return (
    <search className={styles['search']}>
      <SearchField
        label={say('searchInChat')}
        value={q}
        maxLength={100}
        // It was opened to be typed in.
        autoFocus={begin === ''}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') close(true)
        }}
      />
      <span role="status" className={styles['hits']}>
        {q.trim() !== '' &&
          !isFetching &&
          hits !== undefined &&
          say('hits', { count: hits.length, index: index + 1 })}
      </span>
      <IconButton
        label={say('olderHit')}
        icon={<ChevronUp size={16} />}
        // Not switched off: it would lose the focus at the end of the hits.
        aria-disabled={hits === undefined || index + 1 >= hits.length}
        onClick={() => go(1)}
      />
      <IconButton
        label={say('newerHit')}
        icon={<ChevronDown size={16} />}
        aria-disabled={index <= 0}
        onClick={() => go(-1)}
      />
      <IconButton
        label={say('closeSearch')}
        icon={<X size={16} />}
        // A press by a key has no place.
        onClick={({ detail }) => close(detail === 0)}
      />
    </search>
  )
}
