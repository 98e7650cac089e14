import { directionOf } from '@errand/contract/text-direction'
import { useSyncExternalStore } from 'react'

/** The settings shared by the whole page. */
export interface DocumentSettings {
  locale: string
  direction: 'ltr' | 'rtl'
  timeZone: string | undefined
  theme: 'light' | 'dark' | 'system'
  density: 'comfortable' | 'compact'
}

// Stored in the document. A React context would not work: each remote has its own copy of this
// file, and other copies do not know its context.
const attributes = ['lang', 'dir', 'data-time-zone', 'data-theme', 'data-density']

/** Applies settings to every part of the page, whichever release it is from. */
export function applySettings(settings: Partial<Omit<DocumentSettings, 'direction'>>): void {
  const { documentElement: root } = document
  const { locale, timeZone, theme, density } = settings
  if (locale !== undefined) {
    root.lang = locale
    root.dir = directionOf(locale)
  }
  if (timeZone !== undefined) root.dataset['timeZone'] = timeZone
  if (theme === 'system') delete root.dataset['theme']
  else if (theme !== undefined) root.dataset['theme'] = theme
  if (density !== undefined) root.dataset['density'] = density
}

/** The current settings, outside of components. */
export function readSettings(): DocumentSettings {
  const { lang, dir, dataset } = document.documentElement
  const theme = dataset['theme']
  return {
    locale: lang || navigator.language,
    direction: dir === 'rtl' ? 'rtl' : 'ltr',
    timeZone: dataset['timeZone'],
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: dataset['density'] === 'compact' ? 'compact' : 'comfortable',
  }
}

let current: DocumentSettings | undefined
const listeners = new Set<() => void>()
let observer: MutationObserver | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (observer === undefined) {
    observer = new MutationObserver(() => {
      current = undefined
      for (const notify of listeners) notify()
    })
    observer.observe(document.documentElement, { attributeFilter: attributes })
    // They may have changed while nothing was subscribed.
    current = undefined
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    observer?.disconnect()
    observer = undefined
  }
}

function snapshot(): DocumentSettings {
  if (observer === undefined || current === undefined) {
    const next = readSettings()
    if (current === undefined || JSON.stringify(current) !== JSON.stringify(next)) current = next
  }
  return current
}

/** The current settings; the component renders when they change. */
export const useSettings = (): DocumentSettings => useSyncExternalStore(subscribe, snapshot)
