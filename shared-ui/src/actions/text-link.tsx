import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useWords } from '../intl/words/words.ts'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

interface TextLinkProps {
  /** A path of the product, or an address elsewhere. */
  to: string
  /** The navigation state for a path of the product, which is not part of the address. */
  state?: unknown
  children: ReactNode
}

/** A link in a text; an external one opens in a new tab and says so. */
export function TextLink({ to, state, children }: TextLinkProps) {
  const say = useWords()
  if (!/^https?:/.test(to))
    return (
      <Link to={to} state={state}>
        {children}
      </Link>
    )
  return (
    <a href={to} target="_blank" rel="noreferrer">
      <span>{children}</span>
      <VisuallyHidden>{` (${say('opensNewTab')})`}</VisuallyHidden>
    </a>
  )
}
