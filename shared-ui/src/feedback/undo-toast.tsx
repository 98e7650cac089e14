import { useEffect, useRef } from 'react'
import toast from 'react-hot-toast'

import { Button } from '../actions/button.tsx'
import { useWords, words } from '../intl/words/words.ts'
import { useActions } from '../keyboard/use-actions.ts'
import styles from './undo-toast.module.css'

interface UndoToast {
  /** What was done: `Job deleted`. */
  message: string
  /** What exactly Undo takes back, for those who only hear the button: `deleting Greeter`. */
  what?: string
  onUndo: () => void | Promise<void>
  /** How long it can be taken back, in milliseconds. */
  durationMs?: number
}

const defaultDurationMs = 5000

/** Says that something was done, and takes it back for a while; gives back the toast's id. */
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
  /** Whether it is about to go, by Undo or by the time. */
  isOver: boolean
  onUndo: () => void
}

function Content({ message, what, isOver, onUndo }: ContentProps) {
  const say = useWords()
  const name = what === undefined ? say('undo') : words('undoOf', { what })
  // Tab leads to a toast past all the rest of the page, for which it does not stay long enough.
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
    // Tab leads here past all the rest of the page, so what counts is where one was before; a pointer
    // comes from where one is.
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

/** The focus goes where it was, not down with the toast; if that is gone, to the page. */
function restoreFocus(before: Element | null): void {
  const isThere = before?.isConnected === true && before !== document.body
  const target = isThere ? before : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
