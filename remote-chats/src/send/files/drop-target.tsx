import { useState, type DragEvent } from 'react'

import styles from './files.module.css'

interface DropTargetOptions {
  /** What becomes of dropped files; undefined while none can be sent. */
  onFiles: ((files: File[]) => void) | undefined
}

/** Lets files be dropped on an element: its handlers, and whether some are above it. */
export function useDropTarget({ onFiles }: DropTargetOptions) {
  // Events of inner elements bubble: how many of them the pointer is within.
  const [depth, setDepth] = useState(0)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (hasFiles(event)) setDepth(depth + 1)
      },
      onDragLeave: (event: DragEvent) => {
        if (hasFiles(event)) setDepth(Math.max(0, depth - 1))
      },
      // Also where nothing can be sent: the browser would leave the page and show the file.
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = onFiles === undefined ? 'none' : 'copy'
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDepth(0)
        onFiles?.([...event.dataTransfer.files])
      },
    },
  }
}

/** Covers the element while files are above it, and says what dropping them does. */
export const DropHint = ({ text }: { text: string }) => (
  <div className={styles['drop']}>
    <p role="status">{text}</p>
  </div>
)
