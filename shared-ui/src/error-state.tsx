import { Button } from './button.tsx'
import styles from './state.module.css'

interface ErrorStateProps {
  title: string
  /** What is safe and what to do. */
  detail?: string
  onRetry?: () => void
  retryLabel?: string
  isRetrying?: boolean
  /** 1 where it stands for the whole page. */
  headingLevel?: 1 | 2
}

/** What stands where something could not be shown. */
export function ErrorState(props: ErrorStateProps) {
  const { title, detail, onRetry, retryLabel = 'Retry', isRetrying = false } = props
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className={styles['state']} role="alert">
      <Heading>{title}</Heading>
      {detail !== undefined && <p>{detail}</p>}
      {onRetry !== undefined && (
        <Button variant="primary" isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
