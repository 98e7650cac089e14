import { Button } from './button.tsx'
import styles from './state.module.css'

interface ErrorStateProps {
  title: string
  /** What is safe and what to do. */
  detail?: string
  onRetry?: () => void
  retryLabel?: string
  isRetrying?: boolean
}

/** What stands where something could not be shown. */
export function ErrorState(props: ErrorStateProps) {
  const { title, detail, onRetry, retryLabel = 'Retry', isRetrying = false } = props
  return (
    <div className={styles['state']} role="alert">
      <h2>{title}</h2>
      {detail !== undefined && <p>{detail}</p>}
      {onRetry !== undefined && (
        <Button variant="primary" isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
