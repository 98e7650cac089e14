import { Copy } from 'lucide-react'
import { useState } from 'react'

import { Button } from '../actions/button.tsx'
import { useWords } from '../intl/words/words.ts'
import styles from './state.module.css'

interface ErrorStateProps {
  /** What happened. */
  title: string
  /** What is safe and what to do. */
  detail?: string
  onRetry?: () => void
  retryLabel?: string
  isRetrying?: boolean
  /** 1 where it stands for the whole page. */
  headingLevel?: 1 | 2
  /** By which whoever looks into it finds this very failure. */
  traceId?: string | undefined
}

/** What stands where something could not be shown. */
export function ErrorState(props: ErrorStateProps) {
  const { title, detail, onRetry, retryLabel, isRetrying = false, traceId } = props
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
      {traceId !== undefined && <TraceId id={traceId} />}
    </div>
  )
}

function TraceId({ id }: { id: string }) {
  const say = useWords()
  const [isCopied, setIsCopied] = useState(false)
  const copy = () => void navigator.clipboard.writeText(id).then(() => setIsCopied(true))
  return (
    <div className={styles['trace']}>
      <span>
        {say('errorId')}: <code>{id}</code>
      </span>
      <Button variant="quiet" size="small" icon={<Copy size={14} />} onClick={copy}>
        {isCopied ? say('copied') : say('copyDetails')}
      </Button>
    </div>
  )
}
