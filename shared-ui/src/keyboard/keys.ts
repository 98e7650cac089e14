import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

import { listPageActions } from './page-actions.ts'

/** Whether single-key shortcuts are on; people who dictate turn them off. */
const hasSingleKeys = (): boolean => document.documentElement.dataset['singleKeys'] !== 'off'

/** The maximum time between two keys of a pair, in milliseconds. */
const pairTimeoutMs = 1500

/** Returns which of several shortcuts was pressed; remembers the first key of a pair. */
export function createKeyMatcher(): (
  event: KeyboardEvent,
  keys: readonly string[],
) => string | undefined {
  let first = { key: '', at: 0 }

  return (event, keys) => {
    if (event.defaultPrevented || isComposing(event)) return undefined
    if (event.metaKey || event.ctrlKey) {
      if (event.shiftKey || event.altKey) return undefined
      const key = latinKey(event).toLowerCase()
      // In a text field Ctrl+Z undoes typing.
      if (key === 'z' && isInTextField(event)) return undefined
      return keys.find((candidate) => candidate === `mod+${key}`)
    }
    if (event.altKey || event.repeat || isHandledElsewhere(event)) return undefined
    if (event.key !== 'Escape' && !hasSingleKeys()) return undefined
    const now = event.timeStamp
    const key = latinKey(event)
    const pair = now - first.at < pairTimeoutMs ? `${first.key} ${key}` : ''
    const found = keys.find((candidate) => candidate === pair)
    if (found !== undefined) {
      first = { key: '', at: 0 }
      return found
    }
    // Each component has its own matcher: the second key of another component's pair is not a
    // shortcut of this one.
    if (isPair(pair)) {
      first = { key: '', at: 0 }
      return undefined
    }
    first = { key, at: now }
    return keys.find((candidate) => candidate === key)
  }
}

/** Whether some action of the page uses this pair of keys. */
const isPair = (both: string): boolean =>
  listPageActions().some(({ actions }) => actions.some(({ keys }) => keys === both))

/** Whether the key belongs to the focused control or an open overlay. */
function isHandledElsewhere({ target }: KeyboardEvent): boolean {
  return document.querySelector(overlaySelector) !== null || isInTextField({ target })
}

const isInTextField = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(textFieldSelector))

/**
 * A dialog, popover or menu: Escape closes it first. The popover is tested by `:popover-open`,
 * because `aria-expanded` of its button changes some time after it has closed.
 */
const overlaySelector = 'dialog[open], [popover=auto]:popover-open, [role=menu]'

const textFieldSelector =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/** The key code by which browsers mark keys of an input method. */
const inputMethodKeyCode = 229

/**
 * Whether a key belongs to an input method, which uses Enter to accept a word and Escape to cancel.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // Safari ends the composition before it reports its last key, so only the key code reveals it.
  // oxlint-disable-next-line no-restricted-properties -- this is the one that knows both.
  return key.isComposing || key.keyCode === inputMethodKeyCode
}

/** The key of a Latin layout, also on an Arabic or Hindi keyboard. */
function latinKey(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const [plain, shifted] = event.code === 'Slash' ? ['/', '?'] : [letter?.toLowerCase(), letter]
  // A Latin letter with a diacritic, or a character typed with AltGr, stands for itself.
  const isOtherCharacter =
    /^(?:[\p{Letter}\p{Mark}]+|؟)$/u.test(event.key) && !/\p{Script=Latin}/u.test(event.key)
  if (!isOtherCharacter || event.getModifierState('AltGraph')) return event.key
  return (event.shiftKey ? shifted : plain) ?? event.key
}
