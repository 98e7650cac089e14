import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

import { listPageActions } from './page-actions.ts'

/** Whether keys without Ctrl or Cmd do something; people who dictate switch them off. */
const hasSingleKeys = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off'

/** How long the second key of two may take, in milliseconds. */
const pairTimeoutMs = 1500

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
      if (key === 'z' && isInTextField(event)) return undefined
      return keys.find((candidate) => candidate === `mod+${key}`)
    }
    if (event.altKey || isHandledElsewhere(event) || (event.key !== 'Escape' && !hasSingleKeys())) {
      return undefined
    }
    const now = event.timeStamp
    const key = latinKey(event)
    const pair = now - first.at < pairTimeoutMs ? `${first.key} ${key}` : ''
    const found = keys.find((candidate) => candidate === pair)
    if (found !== undefined) {
      first = { key: '', at: 0 }
      return found
    }
    // Each place of the page has a matcher: the second key of a pair of another place is not ours.
    if (isPair(pair)) {
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
function isHandledElsewhere({ target }: KeyboardEvent): boolean {
  return document.querySelector(overlaySelector) !== null || isInTextField({ target })
}

const isInTextField = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(textFieldSelector))

/**
 * A dialog, a panel or a menu: Escape closes that first. The panel is asked for itself, as
 * `aria-expanded` of its button changes only some time after the panel has closed.
 */
const overlaySelector = 'dialog[open], [popover=auto]:popover-open, [role=menu]'

const textFieldSelector =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/** How browsers say that an input method took the key. */
const inputMethodKeyCode = 229

/** Whether a key is an input method's, which ends a word by Enter and gives it up by Escape. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // Safari ends the word before it tells of the key that did: there only the code says so.
  // oxlint-disable-next-line no-restricted-properties -- this is the one that knows both.
  return key.isComposing || key.keyCode === inputMethodKeyCode
}

/** The key as a Latin layout has it, also where an Arabic or Hindi one gives it another sign. */
export function latinKey(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const [plain, shifted] = event.code === 'Slash' ? ['/', '?'] : [letter?.toLowerCase(), letter]
  // A Latin letter with a mark, or what AltGr writes, means itself on its layout.
  const isOtherCharacter =
    /^(?:[\p{Letter}\p{Mark}]+|؟)$/u.test(event.key) && !/\p{Script=Latin}/u.test(event.key)
  if (!isOtherCharacter || event.getModifierState('AltGraph')) return event.key
  return (event.shiftKey ? shifted : plain) ?? event.key
}
