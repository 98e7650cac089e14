import type { Message } from '@errand/contract/chats/message'
import { classNames, Popover } from '@errand/shared-ui'
import { ThumbsDown, ThumbsUp } from 'lucide-react'

import { useWords } from '../words/words.ts'
import styles from './feedback.module.css'
import { useFeedback } from './use-feedback.ts'
import { WhatWasWrong } from './what-was-wrong.tsx'

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
