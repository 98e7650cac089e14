import { Button, Notice } from '@errand/shared-ui'
import { useEffect, useState } from 'react'

import type { DraftFailure, DraftKind, DraftState } from './drafting.ts'
import styles from './proposal.module.css'
import { useWords } from '../job-draft/words/words.ts'

interface FailureNoticeProps {
  failure: DraftFailure
  onRetry: () => void
  onDismiss: () => void
}

/** Says in a sentence why nothing was written, what is safe, and what can be done. */
export function FailureNotice({ failure, onRetry, onDismiss }: FailureNoticeProps) {
  const say = useWords()
  const seconds = useSecondsLeft('retryAfter' in failure ? failure.retryAfter : 0)
  return (
    <Notice
      tone="warning"
      onDismiss={onDismiss}
      actions={
        <Button size="small" disabled={seconds > 0} onClick={onRetry}>
          {seconds > 0 ? say('tryAgainIn', { seconds }) : say('tryAgain')}
        </Button>
      }
    >
      {/* Without the button: whoever hears it would hear every second of its countdown. */}
      <div role="alert">
        <strong>{say('writingFailed')}</strong>
        <p>{sentence(failure, say)}</p>
      </div>
    </Notice>
  )
}

function sentence(failure: DraftFailure, say: ReturnType<typeof useWords>): string {
  if (failure.kind === 'refused') {
    return failure.why === '' ? say('refused') : say('refusedWhy', { why: failure.why })
  }
  return failure.kind === 'invalid' ? say('invalid', { why: failure.why }) : say(failure.kind)
}

const secondMs = 1000

/** Counts down from when it was told; nobody is kept waiting longer than the api asks for. */
function useSecondsLeft(seconds: number): number {
  const [until] = useState(() => Date.now() + seconds * secondMs)
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(
      () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / secondMs))),
      secondMs,
    )
    return () => clearTimeout(timer)
  }, [left, until])
  return left
}

const quietMs = 10_000

/** Says so when nothing has come for a while: whoever waits may stop it, or write by hand. */
export function SlowNote({ draft }: { draft: DraftState<DraftKind> }) {
  const say = useWords()
  const { texts, fields, status } = draft
  const heard = Object.values(texts).join('').length + fields.length
  const [quietSince, setQuietSince] = useState<number>()
  useEffect(() => {
    if (status !== 'writing') return undefined
    const timer = setTimeout(() => setQuietSince(heard), quietMs)
    return () => clearTimeout(timer)
  }, [heard, status])
  return (
    <p role="status" className={styles['note']}>
      {status === 'writing' && quietSince === heard && say('takesLong')}
    </p>
  )
}
