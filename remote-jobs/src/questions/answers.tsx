import type { JobAnswer } from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { Button, IconButton } from '@errand/shared-ui'
import { Pencil, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { AnswerBox } from './answer-box.tsx'
import styles from './questions.module.css'
import { questionKey } from './questions.queries.ts'
import { useChangeAnswer, useChangeDraft, useHasDraft, useRemoveAnswer } from './use-answers.ts'
import { isFocusIn, useFocusAfterSettling, useShownItems } from './use-shown-items.ts'

const keyOf = ({ question }: JobAnswer) => questionKey(question)

interface AnswersProps {
  jobId: Job['id']
  answers: JobAnswer[]
  linkedKey: string | undefined
}

export function Answers({ jobId, answers, linkedKey }: AnswersProps) {
  const say = useWords()
  const id = useId()
  const hasDraft = useHasDraft('job-answer-change', jobId)
  const isInUse = (key: string) => hasDraft(key) || isFocusIn(`answer ${key}`)
  const items = useShownItems(answers, { keyOf, isInUse, linkedKey })
  const { list, focusAt } = useFocusAfterSettling('button[aria-expanded]')
  const showsAll = items.shown.length === items.count
  return (
    <div className={styles['stack']} ref={list} onBlur={items.onBlur}>
      {items.count > 0 && (
        <>
          <h3 id={id}>{say('yourAnswers')}</h3>
          <ul className={styles['answers']} aria-labelledby={id}>
            {items.shown.map((answer) => (
              <Answer
                key={keyOf(answer)}
                jobId={jobId}
                given={answer}
                isGone={items.isGone(answer)}
                onRemoved={() => focusAt(items.remove(keyOf(answer)))}
              />
            ))}
          </ul>
        </>
      )}
      {!showsAll && (
        <Button onClick={() => focusAt(items.showAll())}>
          {say('showAll', { count: items.count })}
        </Button>
      )}
    </div>
  )
}

/** `restored` does not take the focus: nobody has just opened it. */
type Editor = 'closed' | 'opened' | 'restored'

interface AnswerProps {
  jobId: Job['id']
  given: JobAnswer
  /** Whether the answer was deleted in another tab meanwhile. */
  isGone: boolean
  onRemoved: () => void
}

function Answer({ jobId, given, isGone, onRemoved }: AnswerProps) {
  const { question } = given
  const say = useWords()
  const draft = useChangeDraft(jobId, given)
  // Reopens the editor with text that was typed before a reload.
  const [editor, setEditor] = useState<Editor>(draft.isChanged ? 'restored' : 'closed')
  const isChanging = editor !== 'closed'
  const pencil = useRef<HTMLButtonElement>(null)
  const remove = useRemoveAnswer(jobId, onRemoved)
  const close = () => {
    setEditor('closed')
    pencil.current?.focus()
  }
  const cancel = () => {
    draft.write(undefined)
    if (isGone) onRemoved()
    else close()
  }
  return (
    <li data-question={keyOf(given)}>
      <div className={styles['line']}>
        <p className={styles['question']}>
          <bdi>{question}</bdi>
        </p>
        <IconButton
          ref={pencil}
          size="small"
          label={say('changeAnswer', { question })}
          aria-expanded={isChanging}
          icon={<Pencil size={16} aria-hidden />}
          onClick={() => setEditor(isChanging ? 'closed' : 'opened')}
        />
        {!isGone && (
          <IconButton
            size="small"
            label={say('deleteAnswer', { question })}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => void remove(given)}
          />
        )}
      </div>
      {isGone && <p className={styles['muted']}>{say('deletedElsewhere')}</p>}
      {isChanging ? (
        <ChangeAnswer
          {...{ jobId, given, isGone, draft }}
          // Focused, because the owner just opened it.
          autoFocus={editor === 'opened'}
          onClose={close}
          onCancel={cancel}
        />
      ) : (
        <p className={styles['answer']}>
          <bdi>{given.answer}</bdi>
        </p>
      )}
      {!isChanging && draft.isChanged && <p className={styles['muted']}>{say('notSaved')}</p>}
    </li>
  )
}

interface ChangeAnswerProps extends Pick<AnswerProps, 'jobId' | 'given' | 'isGone'> {
  draft: ReturnType<typeof useChangeDraft>
  autoFocus: boolean
  /** Closes the editor; the typed text stays. */
  onClose: () => void
  onCancel: () => void
}

function ChangeAnswer(props: ChangeAnswerProps) {
  const { jobId, given, isGone, draft, autoFocus, onClose, onCancel } = props
  const say = useWords()
  const { mutate, isPending, error } = useChangeAnswer(jobId, { given, isGone, draft, onClose })
  return (
    <div className={styles['stack']} data-in-use={`answer ${keyOf(given)}`}>
      <AnswerBox
        text={draft.text}
        error={error}
        isPending={isPending}
        isSaving={isPending}
        autoFocus={autoFocus}
        onWrite={draft.write}
        onSave={() => mutate(draft.text)}
        onEscape={onClose}
      >
        <Button size="small" variant="quiet" onClick={onCancel}>
          {say('cancel')}
        </Button>
      </AnswerBox>
    </div>
  )
}
