import { useRef, useState, type PointerEvent } from 'react'

/** Far enough to mean it. */
const farPx = 72
/** Before that it may still become a scroll. */
const slackPx = 10
const longPressMs = 500

interface Swipe {
  isDisabled: boolean
  /** `forward` is the way one reads. */
  onSwipe: (direction: 'forward' | 'back') => void
  onLongPress: () => void
}

/** Follows a finger sideways; the same can always be done by a button. */
export function useSwipe({ isDisabled, onSwipe, onLongPress }: Swipe) {
  const [offset, setOffset] = useState(0)
  const start = useRef<{ x: number; y: number } | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasMoved = useRef(false)

  const end = () => {
    clearTimeout(timer.current)
    start.current = undefined
    setOffset(0)
  }
  const handleDown = (event: PointerEvent) => {
    if (isDisabled || event.pointerType !== 'touch') return
    start.current = { x: event.clientX, y: event.clientY }
    hasMoved.current = false
    timer.current = setTimeout(() => {
      end()
      hasMoved.current = true
      onLongPress()
    }, longPressMs)
  }
  const handleMove = ({ clientX, clientY }: PointerEvent) => {
    if (start.current === undefined) return
    const x = clientX - start.current.x
    const y = clientY - start.current.y
    if (Math.abs(x) > slackPx || Math.abs(y) > slackPx) clearTimeout(timer.current)
    if (Math.abs(y) > Math.abs(x) && !hasMoved.current) return end()
    if (Math.abs(x) <= slackPx && !hasMoved.current) return undefined
    hasMoved.current = true
    return setOffset(x)
  }
  const handleUp = () => {
    if (start.current !== undefined && Math.abs(offset) >= farPx) {
      const isRtl = document.documentElement.dir === 'rtl'
      onSwipe(offset > 0 === isRtl ? 'back' : 'forward')
    }
    end()
  }
  return {
    offset,
    isFar: Math.abs(offset) >= farPx,
    handlers: {
      onPointerDown: handleDown,
      onPointerMove: handleMove,
      onPointerUp: handleUp,
      onPointerCancel: end,
      // What ends a swipe or a long press is no press on the link below.
      onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
        if (!hasMoved.current) return
        hasMoved.current = false
        event.preventDefault()
        event.stopPropagation()
      },
    },
  }
}
