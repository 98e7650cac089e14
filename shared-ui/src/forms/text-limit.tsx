import { cleanText } from '@errand/contract/visible-text'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import { useWords } from '../intl/words/words.ts'
import styles from './field.module.css'

/** How long a text is as the api counts it: without what nobody sees. */
export const textLength = (text: string): number => cleanText(text).length

/** By how much a text is longer than it may be; 0 while it fits. */
export const tooLongBy = (text: string, maxLength: number): number =>
  Math.max(0, textLength(text) - maxLength)

interface TooLongProps {
  id: string
  /** By how much. */
  by: number
}

/** Says beside a text by how much it is too long, where no field of ours does. */
export function TooLong({ id, by }: TooLongProps) {
  const say = useWords()
  if (by === 0) return null
  return (
    <p id={id} role="status" className={styles['error']}>
      {say('tooLongBy', { count: by })}
    </p>
  )
}

export interface TextLimit {
  /** The limit of a text; a longer one stays as it is, and is not saved. */
  maxLength?: number | undefined
  /** How the text is counted, where it is not by `textLength`. */
  count?: ((text: string) => number) | undefined
}

/**
 * How long the text of a control is, and by how much that is too long; such a control is invalid, so
 * that its form is not submitted. It asks the element itself, at each render too: form libraries
 * write into it without any event.
 */
export function useTextLimit(controlId: string, { maxLength, count = textLength }: TextLimit) {
  const say = useWords()
  const follow = useCallback(
    (onChange: () => void) => {
      const handleInput = ({ target }: Event) => {
        if (target === controlOf(controlId)) onChange()
      }
      // Behind React's own listener: asked before it, a control whose value React holds would be
      // drawn once more with the text from before, and what was typed would be lost.
      document.addEventListener('input', handleInput)
      return () => document.removeEventListener('input', handleInput)
    },
    [controlId],
  )
  const length = useSyncExternalStore(
    follow,
    () => (maxLength === undefined ? 0 : count(controlOf(controlId)?.value ?? '')),
    () => 0,
  )
  const by = maxLength === undefined ? 0 : Math.max(0, length - maxLength)
  const problem = by === 0 ? undefined : say('tooLongBy', { count: by })
  useEffect(() => controlOf(controlId)?.setCustomValidity(problem ?? ''), [controlId, problem])
  return { length, problem }
}

function controlOf(id: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const control = document.getElementById(id)
  const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  return isText ? control : undefined
}

/** Whether a text of a form is too long; then the first such control has the focus. */
export function stopsAtTooLong(form: HTMLFormElement): boolean {
  const found = Array.from(form.elements).find(
    (control) =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      control.validity.customError,
  )
  if (found instanceof HTMLElement) found.focus()
  return found !== undefined
}
