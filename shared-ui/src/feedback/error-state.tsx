import { Button } from '../actions/button.tsx'
import { useWords } from '../intl/words/words.ts'
import styles from './state.module.css'

interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What is kept, and what to do. */
  detail?: string
  onRetry?: () => void
  retryLabel?: string
  isRetrying?: boolean
  /** 1 if it is the whole page. */
  headingLevel?: 1 | 2
}

/** Shown for what could not be loaded: `<ErrorState title={userMessage(error)} onRetry={refetch} />`. */
export function ErrorState(props: ErrorStateProps) {
  const { title, detail, onRetry, retryLabel, isRetrying = false } = props
  const say = useWords()
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className={styles['state']} role="alert">
      <Heading>{title}</Heading>
      {detail !== undefined && <p>{detail}</p>}
      {onRetry !== undefined && (
        <Button variant="primary" isBusy={isRetrying} onClick={onRetry}>
          {retryLabel ?? say('retry')}
        </Button>
      )}
    </div>
  )
}
