import { isBuiltIn } from '@errand/contract/chats/run'
import { Button, Notice, showUndoToast, useFormats } from '@errand/shared-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { type JobFormValues, isSame } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { useFocusFallback } from '../pane/focus.ts'
import { BuiltInNote } from './built-in-note.tsx'
import type { DraftFailure, DraftHandle } from './drafting.ts'
import styles from './proposal.module.css'

interface ProposalPaneProps {
  draft: DraftHandle
  title: string
  onRetry: () => void
  onDismiss: () => void
  /** Called when this had the focus and is about to disappear. */
  onLeave: () => void
  /** The actions on the proposal. */
  actions: ReactNode
  children: ReactNode
}

/** A proposal of the AI, during and after writing; nothing changes until the owner accepts it. */
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
  const isWriting = draft.status === 'writing'
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
        <h3>{title}</h3>
        {isWriting && <span className={styles['writing']}>{say('writing')}</span>}
        {/* In place of "writing", so that nothing below moves. */}
        {draft.status === 'stopped' && (
          <span className={styles['note']}>{say('proposalStopped')}</span>
        )}
        <div className={styles['actions']}>
          {isWriting ? (
            <Button size="small" onClick={draft.stop}>
              {say('stop')}
            </Button>
          ) : (
            <>
              {props.actions}
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
      <SlowNotice draft={draft} />
      {draft.failure !== undefined && <FailureNotice failure={draft.failure} onRetry={onRetry} />}
      {props.children}
      {draft.draft !== undefined && <Origin {...draft.draft} />}
    </section>
  )
}

type OriginProps = Pick<NonNullable<DraftHandle['draft']>, 'provider' | 'cost'>

/** Which provider wrote it, unless it was a model, and what it cost. */
export function Origin({ provider, cost }: OriginProps) {
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
export function FailureNotice({ failure, onRetry }: FailureNoticeProps) {
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

const quietMs = 10_000

/** Appears when nothing has arrived for a while; the owner may stop it or write by hand. */
export function SlowNotice({ draft: { texts, fields, status } }: { draft: DraftHandle }) {
  const say = useWords()
  const receivedCount = Object.values(texts).join('').length + fields.length
  const [quietSince, setQuietSince] = useState<number>()
  useEffect(() => {
    if (status !== 'writing') return undefined
    const timer = setTimeout(() => setQuietSince(receivedCount), quietMs)
    return () => clearTimeout(timer)
  }, [receivedCount, status])
  return (
    <p role="status" className={styles['note']}>
      {status === 'writing' && quietSince === receivedCount && say('takesLong')}
    </p>
  )
}

type Part = keyof JobFormValues

/** Writes one part of the job into the form, as if the owner had typed it. */
export function useWritePart(): (part: Part, value: unknown) => void {
  const { setValue, formState } = useFormContext<JobFormValues>()
  return (part, value) =>
    setValue(part, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted })
}

/** Puts a proposal into the form. Undo restores each part that has not been changed since. */
export function useApplyProposal(): (proposed: Partial<JobFormValues>) => void {
  const say = useWords()
  const { getValues } = useFormContext<JobFormValues>()
  const write = useWritePart()
  return (proposed) => {
    const before = structuredClone(getValues())
    const parts = Object.keys(proposed) as Part[]
    for (const part of parts) write(part, structuredClone(proposed[part]))
    // Read back from the form: a text area may normalize line endings.
    const after = structuredClone(getValues())
    const undo = () => {
      for (const part of parts) if (isSame(getValues(part), after[part])) write(part, before[part])
    }
    // After the form has taken the focus, which it does by a timer: Undo returns the focus there.
    setTimeout(() =>
      showUndoToast({ message: say('used'), what: say('theProposal'), onUndo: undo }),
    )
  }
}
