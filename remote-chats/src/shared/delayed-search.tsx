import { maxSearchLength } from '@errand/contract/search-text'
import { SearchField, tooLongBy } from '@errand/shared-ui'
import { type InputHTMLAttributes, useEffect, useEffectEvent, useState } from 'react'

/** The search is sent when typing pauses. */
const searchDelayMs = 180

interface DelayedSearchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: string
  q: string
  onSearch: (q: string) => void
}

/** A search whose words are kept in the address. */
export function DelayedSearch({ label, q, onSearch, ...input }: DelayedSearchProps) {
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [submitted, setSubmitted] = useState(q)
  // The box follows the address, such as after "back", but not while somebody types in it.
  if (q !== seen) {
    setSeen(q)
    if (q !== submitted) {
      setSubmitted(q)
      setTyped(q)
    }
  }
  const submitSearch = useEffectEvent(() => {
    setSubmitted(typed)
    onSearch(typed)
  })
  useEffect(() => {
    if (typed === submitted || tooLongBy(typed, maxSearchLength) > 0) return undefined
    const timer = setTimeout(() => submitSearch(), searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed, submitted])
  return (
    <search>
      <SearchField
        {...input}
        label={label}
        maxLength={maxSearchLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}
