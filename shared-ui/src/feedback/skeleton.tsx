import { useEffect, useState, type CSSProperties } from 'react'

import { VisuallyHidden } from '../layout/visually-hidden.tsx'
import styles from './skeleton.module.css'

interface SkeletonProps {
  /** What is loading, for screen readers. */
  label: string
  /** The shape of the content. */
  shape?: 'rows' | 'tiles' | 'text' | 'table'
  rows?: number
  /** The height of a row in pixels, if known. */
  rowHeight?: number
}

const delayMs = 150

/** A placeholder for content that is loading; hidden for the first 150 ms. */
export function Skeleton({ rows = 3, label, shape = 'rows', rowHeight }: SkeletonProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  const height: CSSProperties = rowHeight === undefined ? {} : { blockSize: rowHeight }
  return (
    // Not aria-busy, which may keep the label from being announced.
    <div data-waiting="" role="status" className={`${styles['skeleton']} ${styles[shape]}`}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['row']} style={height} />
      ))}
    </div>
  )
}
