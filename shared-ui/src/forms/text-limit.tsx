import { cleanText } from '@errand/contract/visible-text'
import { useCallback, useEffect, useSyncExternalStore } from 'react'

import { useWords } from '../intl/words/words.ts'
import styles from './field.module.css'

/** The length of a text as the api counts it: without invisible characters. */
export const textLength = (text: string): number => cleanText(text).length

/** By how many characters a text is too long; 0 if it fits. */
export const tooLongBy = (text: string, maxLength: number): number =>
  Math.max(0, textLength(text) - maxLength)

interface TooLongProps {
  id: string
  /** By how much. */
  by: number
}

/** Says by how much a text is too long, where no field does. */
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
  /** The maximum length; a longer text stays in the field but is not saved. */
  maxLength?: number | undefined
  /** Counts the characters, by default `textLength`. */
  count?: ((text: string) => number) | undefined
}

/**
 * The length of a control's text, and its error if it is too long; such a control is invalid, so
 * that its form is not submitted. Reads the element itself, at each render too, because form
 * libraries set its value without any event.
 */
export function useTextLimit(controlId: string, { maxLength, count = textLength }: TextLimit) {
  const say = useWords()
  const follow = useCallback(
    (onChange: () => void) => {
      const handleInput = ({ target }: Event) => {
        if (target === controlOf(controlId)) onChange()
      }
      // After React's own listener: before it, a controlled input would render once more with the
      // previous text, and the typed letter would be lost.
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

/** Whether a text of the form is too long; focuses the first such control. */
export function stopsAtTooLong(form: HTMLFormElement): boolean {
  const found = Array.from(form.elements).find(
    (control) =>
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) &&
      control.validity.customError,
  )
  if (found instanceof HTMLElement) found.focus()
  return found !== undefined
}
