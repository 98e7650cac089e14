import type { KeyboardEvent } from 'react'

/** Whether a key sends what is typed; a phone's keyboard has no Shift to hold: there Enter begins a line. */
export function sendsReply(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter') return false
  if (event.ctrlKey || event.metaKey) return true
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return enterSends && !event.shiftKey && !isTouch
}
