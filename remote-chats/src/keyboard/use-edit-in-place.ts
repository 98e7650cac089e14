import { useRef, useState } from 'react'

/**
 * A value that is changed where it stands. `isLeft` says that the focus was within `frame` when that
 * ended: it belongs on the button by which it began.
 */
export function useEditInPlace() {
  const frame = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'shown' | 'open' | 'left'>('shown')
  return {
    frame,
    isOpen: state === 'open',
    isLeft: state === 'left',
    open: () => setState('open'),
    close: () => {
      const isWithin = frame.current?.contains(document.activeElement) === true
      setState(isWithin ? 'left' : 'shown')
    },
  }
}
