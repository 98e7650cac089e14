import { feedbackReasons, type FeedbackReason } from '@errand/contract/chats/feedback'
import type { Message } from '@errand/contract/chats/message'
import { Button, Form, TextArea } from '@errand/shared-ui'
import { useId, useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { useWords } from '../words/words.ts'
import styles from './feedback.module.css'
import { useFeedback } from './use-feedback.ts'

interface WhatWasWrongProps {
  message: Message
  onDone: () => void
}

/** Asks what was wrong with an answer; a reason is enough. */
export function WhatWasWrong({ message, onDone }: WhatWasWrongProps) {
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
