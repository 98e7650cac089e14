import type { Given } from '@errand/contract/call'
import {
  putFeedbackCall,
  feedbackReasons,
  type FeedbackReason,
  type Message,
} from '@errand/contract/chats/message'
import { callApi } from '@errand/shared-auth'
import { Button, Form, FormActions, Popover, TextArea, classNames } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId, useState, type ButtonHTMLAttributes, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { patchChat, withMessage } from '../../data/chat.ts'
import { showError } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import styles from './assistant-answer.module.css'

/** The owner's rating of an assistant's reply: good, or bad with a reason. */
export function Feedback({ message }: { message: Message }) {
  const { put, isPutting } = useFeedback(message)
  const say = useWords()
  const rating = message.feedback?.rating
  return (
    <span className={classNames(styles['feedback'], rating !== undefined && styles['given'])}>
      <Thumb
        rating="good"
        aria-pressed={rating === 'good'}
        // A disabled button would lose the focus.
        aria-disabled={isPutting || undefined}
        onClick={() => {
          if (!isPutting) put({ rating: rating === 'good' ? null : 'good' })
        }}
      />
      <Popover
        label={say('feedbackWhy')}
        trigger={<Thumb rating="bad" aria-pressed={rating === 'bad'} />}
      >
        {(close) => <FeedbackForm message={message} onDone={close} />}
      </Popover>
    </span>
  )
}

interface ThumbProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  rating: 'good' | 'bad'
}

function Thumb({ rating, ...button }: ThumbProps) {
  const say = useWords()
  const label = say(`feedback.${rating}`)
  const Icon = rating === 'good' ? ThumbsUp : ThumbsDown
  return (
    <button type="button" aria-label={label} title={label} className={styles['thumb']} {...button}>
      <Icon size={14} aria-hidden="true" />
    </button>
  )
}

/** Asks what was wrong with a reply; a reason is enough. */
function FeedbackForm({ message, onDone }: { message: Message; onDone: () => void }) {
  const say = useWords()
  const id = useId()
  const { put, isPutting } = useFeedback(message)
  const previous = message.feedback?.rating === 'bad' ? message.feedback : undefined
  const [reason, setReason] = useState<FeedbackReason | undefined>(previous?.reason)
  const [note, setNote] = useState(previous?.note ?? '')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      toast.success(say('feedbackSaved'))
      onDone()
    }
    put(
      { rating: 'bad', ...(reason !== undefined && { reason }), note: note.trim() },
      { onSuccess },
    )
  }
  return (
    <Form className={styles['form']} onSubmit={handleSubmit}>
      <fieldset className={styles['choices']}>
        <legend>{say('feedbackWhy')}</legend>
        {feedbackReasons.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={id}
              checked={reason === each}
              onChange={() => setReason(each)}
            />
            <span>{say(`feedback.${each}`)}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={say('feedbackNote')}
        rows={2}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormActions>
        <Button type="submit" variant="primary" size="small" isBusy={isPutting}>
          {say('save')}
        </Button>
        {previous !== undefined && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => put({ rating: null }, { onSuccess: onDone })}
          >
            {say('feedbackTakeBack')}
          </Button>
        )}
      </FormActions>
    </Form>
  )
}

/** Saves the rating; the latest one counts. */
function useFeedback({ id, sessionId }: Message) {
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Given<typeof putFeedbackCall>['body']) =>
      callApi(putFeedbackCall, { id, body }),
    onSuccess: ({ message }) => patchChat(sessionId, (chat) => withMessage(chat, message)),
    onError: showError,
  })
  return { put: mutate, isPutting: isPending }
}
