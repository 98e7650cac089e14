import { SearchField } from '@errand/shared-ui'
import { useEffect, useEffectEvent, useState } from 'react'

import { useWords } from '../words/words.ts'

/** Typing asks the api once it rests. */
const restMs = 180

interface ListSearchProps {
  q: string
  onChange: (q: string) => void
}

/** Looks for names, numbers and words of messages. */
export function ListSearch({ q, onChange }: ListSearchProps) {
  const say = useWords()
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [asked, setAsked] = useState(q)
  // Cleared filters and the browser's back button; what is still being typed is not overwritten.
  if (q !== seen) {
    setSeen(q)
    if (q !== asked) {
      setAsked(q)
      setTyped(q)
    }
  }
  const ask = useEffectEvent(() => {
    setAsked(typed)
    onChange(typed)
  })
  useEffect(() => {
    if (typed === asked) return undefined
    const timer = setTimeout(() => ask(), restMs)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return (
    <search>
      <SearchField
        label={say('searchChats')}
        maxLength={100}
        value={typed}
        aria-keyshortcuts="/"
        data-search="chats"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
