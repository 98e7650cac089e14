import toast from 'react-hot-toast'

import { say } from '../shell/words/words.ts'
import styles from './awaited-toast.module.css'

/** Long enough to reach its link. */
const durationMs = 10_000

interface Awaited {
  name: string
  path: string
  open: (path: string) => void
}

/** Tells the owner, on another page, that the message came for which he waits. */
export function toastAwaited({ name, path, open }: Awaited): void {
  toast(
    ({ id }) => (
      <span>
        {say('wrote', { name })}{' '}
        <a
          className={styles['link']}
          href={path}
          onClick={(event) => {
            toast.dismiss(id)
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            open(path)
          }}
        >
          {say('openChat')}
        </a>
      </span>
    ),
    { id: path, duration: durationMs },
  )
}
