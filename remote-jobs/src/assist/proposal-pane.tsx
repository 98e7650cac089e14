import { isBuiltIn } from '@errand/contract/chats/run'
import { Button, Notice, Skeleton, useFormats } from '@errand/shared-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { type JobFormValues, isSame } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { isFocusLost, useFocusFallback } from '../pane/focus.ts'
import { BuiltInNote } from './built-in-note.tsx'
import type { DraftFailure, DraftHandle } from './drafting.ts'
import styles from './proposal.module.css'

interface ProposalPaneProps {
  draft: DraftHandle
  title: string
  /** What is said once it is written. */
  whenDone: string
  onRetry: () => void
  onDismiss: () => void
  /** Called when this had the focus and is about to disappear. */
  onLeave: () => void
  /** The actions on the proposal. */
  actions?: ReactNode
  /** The proposal. */
  children?: ReactNode
}

/** A proposal of the AI, with a skeleton while it is written. */
export function ProposalPane(props: ProposalPaneProps) {
  const { draft, title, onRetry, onDismiss, onLeave } = props
  const say = useWords()
  const pane = useRef<HTMLElement>(null)
  // When a pressed button inside disappears, the pane takes the focus; when the pane does,
  // `onLeave` moves it.
  const focusFallback = useFocusFallback(() => {
    if (pane.current === null) onLeave()
    else pane.current.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isFocusLost()) pane.current?.focus({ preventScroll: true })
  }, [])
  const isWriting = draft.status === 'writing' || draft.status === 'idle'
  const writing = say(useIsSlow(isWriting) ? 'takesLong' : 'writing')
  const stopped = say('draftStopped')
  const messages = { idle: writing, writing, stopped, done: props.whenDone, failed: undefined }
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={title}
      aria-busy={isWriting}
      className={styles['proposal']}
      {...focusFallback}
    >
      <header className={styles['head']}>
        {/* No heading: the region has this name, at any depth of the page. */}
        <strong>{title}</strong>
        <p role="status" className={styles[isWriting ? 'writing' : 'note']}>
          {messages[draft.status]}
        </p>
        <div className={styles['actions']}>
          {isWriting ? (
            // With a key, so that it is not the element of "try again" with the focus.
            <Button key="stop" size="small" onClick={draft.stop}>
              {say('stop')}
            </Button>
          ) : (
            <>
              {draft.status === 'done' && props.actions}
              {draft.failure === undefined && (
                <Button size="small" onClick={onRetry}>
                  {say('tryAgain')}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={onDismiss}>
                {say('dismiss')}
              </Button>
            </>
          )}
        </div>
      </header>
      {isWriting && (
        // Hidden, because the status above says the same.
        <div aria-hidden>
          <Skeleton shape="text" rows={4} label={title} />
        </div>
      )}
      {draft.failure !== undefined && <FailureNotice failure={draft.failure} onRetry={onRetry} />}
      {draft.draft !== undefined && (
        <>
          {props.children}
          <Origin {...draft.draft} />
        </>
      )}
    </section>
  )
}

const slowMs = 5000

/** Whether it has been going on for some seconds. */
function useIsSlow(isWriting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWriting) return undefined
    const timer = setTimeout(() => setIsSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWriting])
  return isSlow
}

type OriginProps = Pick<NonNullable<DraftHandle['draft']>, 'provider' | 'cost'>

/** Which provider wrote it, unless it was a model, and what it cost. */
function Origin({ provider, cost }: OriginProps) {
  const say = useWords()
  const formats = useFormats()
  return (
    <>
      {isBuiltIn(provider) && <BuiltInNote />}
      {cost.amountMinor > 0 && (
        <p className={styles['note']}>
          {say('draftCost', { amount: formats.money(cost.amountMinor, cost.currency) })}
        </p>
      )}
    </>
  )
}

interface FailureNoticeProps {
  failure: DraftFailure
  onRetry: () => void
}

/** Says why nothing was written, what is kept, and what to do. */
function FailureNotice({ failure, onRetry }: FailureNoticeProps) {
  const say = useWords()
  const seconds = useSecondsLeft('retryAfter' in failure ? failure.retryAfter : 0)
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" disabled={seconds > 0} onClick={onRetry}>
          {seconds > 0 ? say('tryAgainIn', { seconds }) : say('tryAgain')}
        </Button>
      }
    >
      {/* Without the button: a screen reader would read every second of its countdown. */}
      <div role="alert">
        <strong>{say('writingFailed')}</strong>
        <p>{failureMessage(failure, say)}</p>
      </div>
    </Notice>
  )
}

function failureMessage(failure: DraftFailure, say: ReturnType<typeof useWords>): string {
  if (failure.kind === 'refused') {
    return failure.why === '' ? say('refused') : say('refusedWhy', { why: failure.why })
  }
  return failure.kind === 'invalid' ? say('invalid', { why: failure.why }) : say(failure.kind)
}

const secondMs = 1000

/** Counts down from the moment it is shown, for as long as the api asks to wait. */
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

type Part = keyof JobFormValues

/**
 * Puts parts of a job into the form, as if the owner had typed them. What it returns takes back each
 * part that has not been changed since.
 */
export function useFillForm(): (parts: Partial<JobFormValues>) => () => void {
  const { getValues, setValue, formState } = useFormContext<JobFormValues>()
  const write = (part: Part, value: unknown) =>
    setValue(part, structuredClone(value) as never, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  return (proposed) => {
    const before = structuredClone(getValues())
    const parts = Object.keys(proposed) as Part[]
    for (const part of parts) write(part, proposed[part])
    // Read back from the form: a text area may normalize line endings.
    const after = structuredClone(getValues())
    return () => {
      for (const part of parts) if (isSame(getValues(part), after[part])) write(part, before[part])
    }
  }
}
