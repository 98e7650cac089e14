import { matchesSearch } from '@errand/contract/search-text'
import { useState, type KeyboardEvent } from 'react'

import { useInboxSettings } from '../settings/use-inbox-settings.ts'
import { useWords } from '../words/words.ts'

/** One thing that `/` offers. */
export interface SlashChoice {
  id: string
  name: string
  text: string
  onPick: () => void
}

interface Slash {
  text: string
  onPick: (text: string) => void
  onTemplates: () => void
}

/** What is offered when a reply begins with `/`: what is said often, by its name or words. */
export function useSlash({ text, onPick, onTemplates }: Slash) {
  const say = useWords()
  const { inbox } = useInboxSettings()
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<string>()
  const wanted = /^\/([^\n]*)$/.exec(text)?.[1]
  const quick = inbox.quickReplies.map((one) => ({
    id: `quick:${one.name}`,
    ...one,
    onPick: () => onPick(one.text),
  }))
  const templates = {
    id: 'templates',
    name: say('templates'),
    text: say('templatesWhy'),
    onPick: () => {
      onPick('')
      onTemplates()
    },
  }
  const choices: SlashChoice[] = [...quick, templates].filter(({ name, text: words }) =>
    matchesSearch(`${name} ${words}`, wanted ?? ''),
  )
  const isOpen = wanted !== undefined && dismissed !== text && choices.length > 0
  const index = Math.min(active, choices.length - 1)

  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((index + step + choices.length) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choices[index]?.onPick()
    else if (event.key === 'Escape') setDismissed(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { isOpen, choices, active: index, handleKey, hasQuick: quick.length > 0 }
}
