import { pageLanguages, type PageLanguage } from '@errand/contract/language'
import { VisuallyHidden } from '@errand/shared-ui'
import { Check, Globe } from 'lucide-react'
import type { FocusEvent, KeyboardEvent } from 'react'

import styles from './language-switch.module.css'

interface LanguageSwitchProps {
  /** What the switch is for, for screen readers: the language that is shown is its visible name. */
  label: string
  /** The language of the page. */
  language: PageLanguage
  /** The query of the page, which stays. */
  search?: string
}

/**
 * The choice of the page's language before somebody signs in. Plain links, which the edge answers
 * and remembers: it works without a script.
 */
export function LanguageSwitch({ label, language, search = '' }: LanguageSwitchProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears its parts
    <details className={styles['switch']} onBlur={closeWhenLeft} onKeyDown={closeByEscape}>
      <summary>
        <Globe size={16} aria-hidden />
        <VisuallyHidden>{label}</VisuallyHidden>
        <span>{pageLanguages[language]}</span>
      </summary>
      {/* In Safari a pressed link gets no focus: the list has it then, and stays open. */}
      <ul tabIndex={-1}>
        {Object.entries(pageLanguages).map(([tag, name]) => (
          <li key={tag}>
            <a
              href={searchWith(search, tag)}
              lang={tag}
              hrefLang={tag}
              aria-current={tag === language || undefined}
            >
              <span>{name}</span>
              <Check size={16} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function searchWith(search: string, language: string): string {
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `?${query.toString()}`
}

function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
}

function closeByEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
