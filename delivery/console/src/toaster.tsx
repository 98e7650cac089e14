import { resolveValue, useToaster } from 'react-hot-toast'

import styles from './toaster.module.css'

const durationMs = 4000

/** The toasts of the console, with its own styles: the policy of the page refuses the library's. */
export function ConsoleToaster() {
  const { toasts, handlers } = useToaster({ duration: durationMs })
  return (
    <div
      className={styles['toasts']}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {toasts.map((toast) => (
        <div
          key={toast.id}
          {...toast.ariaProps}
          hidden={!toast.visible}
          className={styles['toast']}
        >
          {resolveValue(toast.message, toast)}
        </div>
      ))}
    </div>
  )
}
