import type { OpenQuestion } from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { paths } from '@errand/contract/paths'
import { Button, TextLink, useFormats, useNow } from '@errand/shared-ui'
import { useId } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { AnswerBox } from './answer-box.tsx'
import styles from './questions.module.css'
import { questionKey } from './questions.queries.ts'
import { useAnswerDraft, useHasDraft, useSettleQuestion } from './use-answers.ts'
import { isFocusIn, useFocusAfterSettling, useShownItems } from './use-shown-items.ts'

const keyOf = ({ question }: OpenQuestion) => questionKey(question)

interface OpenQuestionsProps {
  jobId: Job['id']
  questions: OpenQuestion[]
  linkedKey: string | undefined
}

export function OpenQuestions({ jobId, questions, linkedKey }: OpenQuestionsProps) {
  const say = useWords()
  const hasDraft = useHasDraft('job-answer', jobId)
  const isInUse = (key: string) => hasDraft(key) || isFocusIn(`question ${key}`)
  const items = useShownItems(questions, { keyOf, isInUse, linkedKey })
  const { list, focusAt } = useFocusAfterSettling('textarea')
  const count = items.count - items.shown.length
  return (
    <div className={styles['stack']} ref={list} onBlur={items.onBlur}>
      {items.count === 0 && <p className={styles['muted']}>{say('noQuestions')}</p>}
      {items.count > 0 && (
        <ul className={styles['questions']} aria-label={say('notAnswered')}>
          {items.shown.map((asked) => (
            <Question
              key={keyOf(asked)}
              jobId={jobId}
              asked={asked}
              isGone={items.isGone(asked)}
              onSettled={() => focusAt(items.remove(keyOf(asked)))}
            />
          ))}
        </ul>
      )}
      {count > 0 && (
        <Button onClick={() => focusAt(items.showAll())}>{say('showMore', { count })}</Button>
      )}
    </div>
  )
}

interface QuestionProps {
  jobId: Job['id']
  asked: OpenQuestion
  /** Whether the question was answered or dismissed in another tab meanwhile. */
  isGone: boolean
  onSettled: () => void
}

function Question({ jobId, asked, isGone, onSettled }: QuestionProps) {
  const { question, count, lastAskedAt, sessionId } = asked
  const say = useWords()
  const formats = useFormats()
  const when = formats.relative(lastAskedAt, useNow())
  const id = useId()
  const draft = useAnswerDraft(jobId, question)
  const settling = useSettleQuestion(jobId, { draft, onSettled })
  const { mutate, isPending, variables, error } = settling
  const discard = () => {
    draft.write('')
    onSettled()
  }
  const dismiss = () => (isGone ? discard() : mutate({ question, answer: null }))
  const isDismissing = isPending && variables.answer === null
  return (
    <li aria-labelledby={id} data-question={keyOf(asked)} data-in-use={`question ${keyOf(asked)}`}>
      <p id={id} className={styles['question']}>
        <bdi>{question}</bdi>
      </p>
      <p className={styles['muted']}>
        <span>{say('askedTimes', { count, when })}</span>{' '}
        <TextLink to={paths.chats.chat(sessionId)}>{say('openChat')}</TextLink>
      </p>
      {isGone && !isPending && <p className={styles['muted']}>{say('answeredElsewhere')}</p>}
      <AnswerBox
        text={draft.text}
        error={error}
        isPending={isPending}
        isSaving={isPending && !isDismissing}
        onWrite={draft.write}
        onSave={() => mutate({ question, answer: draft.text })}
      >
        <Button
          size="small"
          variant="quiet"
          isBusy={isDismissing}
          onClick={() => isPending || dismiss()}
        >
          {say(isGone && !isPending ? 'discardAnswer' : 'dismiss')}
        </Button>
      </AnswerBox>
    </li>
  )
}
