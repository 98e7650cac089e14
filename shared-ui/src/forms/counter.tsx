import { useCallback, useSyncExternalStore } from 'react'

import styles from './field.module.css'

interface CounterProps {
  id: string
  /** The id of the text area that is counted. */
  controlId: string
  maxLength: number
}

/**
 * How much of a text's limit is used. It asks the element itself, at each render too: form
 * libraries write into it without any event.
 */
export function Counter({ id, controlId, maxLength }: CounterProps) {
  const follow = useCallback(
    (onChange: () => void) => {
      const area = document.getElementById(controlId)
      area?.addEventListener('input', onChange)
      return () => area?.removeEventListener('input', onChange)
    },
    [controlId],
  )
  const length = useSyncExternalStore(follow, () => lengthOf(controlId))
  return (
    <span id={id} className={styles['counter']}>
      {length} / {maxLength}
    </span>
  )
}

function lengthOf(controlId: string): number {
  const area = document.getElementById(controlId)
  return area instanceof HTMLTextAreaElement ? area.value.length : 0
}
