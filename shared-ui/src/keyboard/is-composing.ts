import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/** How browsers say that an input method took the key. */
const takenKeyCode = 229

/** Whether a key is an input method's, which ends a word by Enter and gives it up by Escape. */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event
  // Safari ends the word before it tells of the key that did: there only the code says so.
  // oxlint-disable-next-line no-restricted-properties -- this is the one that knows both.
  return key.isComposing || key.keyCode === takenKeyCode
}
