import { isComposing } from './is-composing.ts'
import { latinKey } from './latin-key.ts'
import { listPageActions } from './page-actions.ts'

/** Whether keys without Ctrl or Cmd do something; people who dictate switch them off. */
const hasSingleKeys = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off'

/** How long the second key of two may take, in milliseconds. */
const togetherMs = 1500

/** Finds out which of several keys was pressed; remembers the first of two. */
export function createKeyMatcher(): (
  event: KeyboardEvent,
  keys: readonly string[],
) => string | undefined {
  let first = { key: '', at: 0 }

  return (event, keys) => {
    if (event.defaultPrevented || isComposing(event) || event.repeat) return undefined
    if (event.metaKey || event.ctrlKey) {
      if (event.shiftKey || event.altKey) return undefined
      const key = latinKey(event).toLowerCase()
      // In a text it takes back what was typed.
      if (key === 'z' && isTyping(event)) return undefined
      return keys.find((candidate) => candidate === `mod+${key}`)
    }
    if (event.altKey || isTaken(event) || (event.key !== 'Escape' && !hasSingleKeys())) {
      return undefined
    }
    const now = event.timeStamp
    const key = latinKey(event)
    const both = now - first.at < togetherMs ? `${first.key} ${key}` : ''
    const found = keys.find((candidate) => candidate === both)
    if (found !== undefined) {
      first = { key: '', at: 0 }
      return found
    }
    // Each place of the page has a matcher: the second key of a pair of another place is not ours.
    if (isPair(both)) {
      first = { key: '', at: 0 }
      return undefined
    }
    first = { key, at: now }
    return keys.find((candidate) => candidate === key)
  }
}

/** Whether anything on the page on show is done by these two keys. */
const isPair = (both: string): boolean =>
  listPageActions().some(({ actions }) => actions.some(({ keys }) => keys === both))

/** Whether the key belongs to what has the focus, or to what is open above the page. */
function isTaken({ target }: KeyboardEvent): boolean {
  return document.querySelector(open) !== null || isTyping({ target })
}

const isTyping = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(typing))

/**
 * A dialog, a panel or a menu: Escape closes that first. The panel is asked for itself, as
 * `aria-expanded` of its button changes only some time after the panel has closed.
 */
const open = 'dialog[open], [popover=auto]:popover-open, [role=menu]'

const typing =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'
