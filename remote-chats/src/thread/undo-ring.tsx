import { Button } from '@errand/shared-ui'

import { useNow } from '../clock/use-now.ts'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'

interface UndoRingProps {
  from: string
  until: string
  onUndo: () => void
}

/** Takes a reply back while it is held; the ring shows how long that is possible. */
export function UndoRing({ from, until, onUndo }: UndoRingProps) {
  const say = useWords()
  const end = Date.parse(until)
  const now = useNow(250)
  const left = end - now
  if (left <= 0) return null
  const part = Math.min(1, left / Math.max(1, end - Date.parse(from)))
  return (
    <Button
      size="small"
      variant="quiet"
      className={styles['undo']}
      icon={<Ring part={part} />}
      onClick={onUndo}
    >
      {say('undo')}
    </Button>
  )
}

/** Drawn, not announced: the button says what it does. */
const Ring = ({ part }: { part: number }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className={styles['ring']}>
    <circle cx="8" cy="8" r="6" />
    <circle cx="8" cy="8" r="6" pathLength="1" strokeDasharray={`${part} 1`} />
  </svg>
)
