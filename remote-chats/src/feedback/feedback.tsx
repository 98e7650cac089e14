import {
  feedbackReasons,
  type FeedbackReason,
  type PutFeedback,
} from '@errand/contract/chats/feedback'
import type { Message } from '@errand/contract/chats/message'
import { userMessage } from '@errand/shared-auth'
import { Button, Form, Popover, TextArea, classNames } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { putFeedback } from '../chats/messages.api.ts'
import { patchThread } from '../thread/thread.queries.ts'
import { withMessage } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import styles from './feedback.module.css'

/** What the owner thinks of an answer of the assistant: good, or bad and why. */
export function Feedback({ message }: { message: Message }) {
  const say = useWords()
  const { put, isPutting } = useFeedback(message)
  const rating = message.feedback?.rating
  return (
    <span className={classNames(styles['feedback'], rating !== undefined && styles['given'])}>
      <button
        type="button"
        aria-label={say('feedback.good')}
        aria-pressed={rating === 'good'}
        title={say('feedback.good')}
        // A button that is disabled loses the focus.
        aria-disabled={isPutting || undefined}
        className={styles['thumb']}
        onClick={() => {
          if (!isPutting) put({ rating: rating === 'good' ? null : 'good' })
        }}
      >
        <ThumbsUp size={14} aria-hidden="true" />
      </button>
      <Popover
        label={say('feedbackWhy')}
        trigger={
          <button
            type="button"
            aria-label={say('feedback.bad')}
            aria-pressed={rating === 'bad'}
            title={say('feedback.bad')}
            className={styles['thumb']}
          >
            <ThumbsDown size={14} aria-hidden="true" />
          </button>
        }
      >
        {(close) => <WhatWasWrong message={message} onDone={close} />}
      </Popover>
    </span>
  )
}

interface WhatWasWrongProps {
  message: Message
  onDone: () => void
}

/** Asks what was wrong with an answer; a reason is enough. */
function WhatWasWrong({ message, onDone }: WhatWasWrongProps) {
  const say = useWords()
  const id = useId()
  const { put, isPutting } = useFeedback(message)
  const given = message.feedback?.rating === 'bad' ? message.feedback : undefined
  const [reason, setReason] = useState<FeedbackReason | undefined>(given?.reason)
  const [note, setNote] = useState(given?.note ?? '')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const opinion = { ...(reason !== undefined && { reason }), note: note.trim() }
    put(
      { rating: 'bad', ...opinion },
      {
        onSuccess: () => {
          toast.success(say('feedbackSaved'))
          onDone()
        },
      },
    )
  }
  const takeBack = () => put({ rating: null }, { onSuccess: onDone })
  return (
    <Form className={styles['form']} onSubmit={handleSubmit}>
      <fieldset className={styles['reasons']}>
        <legend>{say('feedbackWhy')}</legend>
        {feedbackReasons.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={id}
              checked={reason === each}
              onChange={() => setReason(each)}
            />
            {say(`feedback.${each}`)}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={say('feedbackNote')}
        dir="auto"
        rows={2}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" size="small" isBusy={isPutting}>
          {say('save')}
        </Button>
        {given !== undefined && (
          <Button size="small" variant="quiet" onClick={takeBack}>
            {say('feedbackTakeBack')}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Notes what the owner thinks of an answer; the last word counts. */
function useFeedback({ id, sessionId }: Message) {
  const { mutate, isPending } = useMutation({
    mutationFn: (feedback: PutFeedback) => putFeedback(id, feedback),
    onSuccess: (message) => patchThread(sessionId, (thread) => withMessage(thread, message)),
    onError: (error) => toast.error(userMessage(error)),
  })
  return { put: mutate, isPutting: isPending }
}
