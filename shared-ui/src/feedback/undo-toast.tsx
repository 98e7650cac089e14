import { useEffect, useRef } from 'react'
import toast from 'react-hot-toast'

import { Button } from '../actions/button.tsx'
import { useWords, words } from '../intl/words/words.ts'
import { useActions } from '../keyboard/use-actions.ts'
import styles from './undo-toast.module.css'

interface UndoToast {
  /** What was done: `Job deleted`. */
  message: string
  /** What Undo takes back, for screen readers: `deleting Greeter`. */
  what?: string
  onUndo: () => void | Promise<void>
  /** How long it can be taken back, in milliseconds. */
  durationMs?: number
}

const defaultDurationMs = 5000

/** Shows a toast with Undo and returns its id: `showUndoToast({ message: say('deleted'), onUndo: restore })`. */
export function showUndoToast({ message, what, onUndo, durationMs }: UndoToast): string {
  const undo = (id: string) => {
    toast.dismiss(id)
    void onUndo()
  }
  return toast(
    ({ id, visible }) => (
      <Content {...{ message, what }} isOver={!visible} onUndo={() => undo(id)} />
    ),
    {
      duration: durationMs ?? defaultDurationMs,
    },
  )
}

interface ContentProps {
  message: string
  what: string | undefined
  /** Whether it is about to disappear, after Undo or in time. */
  isOver: boolean
  onUndo: () => void
}

function Content({ message, what, isOver, onUndo }: ContentProps) {
  const say = useWords()
  const name = what === undefined ? say('undo') : words('undoOf', { what })
  // A shortcut, because a toast disappears before Tab reaches it behind the whole page.
  useActions(say('undo'), isOver ? [] : [{ id: 'undo', label: name, keys: 'mod+z', run: onUndo }])
  const frame = useRef<HTMLSpanElement>(null)
  const previousFocus = useRef<Element>(null)
  const rememberFocus = () => {
    previousFocus.current = document.activeElement
  }
  useEffect(rememberFocus, [])
  useEffect(() => {
    if (isOver && frame.current?.contains(document.activeElement) === true)
      restoreFocus(previousFocus.current)
  }, [isOver])
  return (
    // Tab reaches the toast behind the whole page, so the earlier focus counts; a pointer leaves
    // the focus where it was.
    <span ref={frame} className={styles['toast']} onPointerDown={rememberFocus}>
      <span>{message}</span>
      <Button
        size="small"
        aria-label={name}
        aria-keyshortcuts="Control+Z"
        onClick={() => isOver || onUndo()}
      >
        {say('undo')}
      </Button>
    </span>
  )
}

/** Returns the focus to where it was, or to the page if that element is gone. */
function restoreFocus(before: Element | null): void {
  const isThere = before?.isConnected === true && before !== document.body
  const target = isThere ? before : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
