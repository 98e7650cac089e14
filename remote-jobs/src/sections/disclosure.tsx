import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import styles from './sections.module.css'

interface DisclosureProps {
  /** Also the target of links to the section. */
  id: string
  title: string
  /** What is set in it, in one line; shown while it is closed. */
  summary: ReactNode
  /** Shown while it is open. */
  description?: string
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A section of the form that is closed until it is needed. */
export function Disclosure({ id, title, summary, description, ...props }: DisclosureProps) {
  const { isOpen, onToggle, children } = props
  const ids = useId()
  const line = isOpen ? description : summary
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${ids}-title`}
      className={styles['disclosure']}
    >
      <header>
        <h2>
          <button
            type="button"
            id={`${ids}-title`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${ids}-body` : undefined}
            aria-describedby={`${ids}-line`}
            onClick={onToggle}
          >
            <span>{title}</span>
          </button>
        </h2>
        <div id={`${ids}-line`} className={styles['line']}>
          {typeof line === 'string' ? <p>{line}</p> : line}
        </div>
        <ChevronDown size={16} aria-hidden />
      </header>
      {isOpen && (
        <div id={`${ids}-body`} className={styles['body']}>
          {children}
        </div>
      )}
    </section>
  )
}
