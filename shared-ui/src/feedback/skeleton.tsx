import { useEffect, useState, type CSSProperties } from 'react'

import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** What is on its way, for those who hear it. */
  label: string
  /** The shape that will stand there. */
  shape?: 'rows' | 'tiles' | 'text' | 'table'
  rows?: number
  /** The height of a row in pixels, where it is known. */
  rowHeight?: number
}

const delayMs = 150

/** The shape of what is on its way; nothing is shown if it arrives within 150 ms. */
export function Skeleton({ rows = 3, label, shape = 'rows', rowHeight }: SkeletonProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  const height: CSSProperties = rowHeight === undefined ? {} : { blockSize: rowHeight }
  return (
    // Not aria-busy, which may keep the label from being read out.
    <div data-waiting="" role="status" className={`${styles['skeleton']} ${styles[shape]}`}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['row']} style={height} />
      ))}
    </div>
  )
}
