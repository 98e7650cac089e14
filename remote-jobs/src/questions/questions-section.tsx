import type { JobAnswer, OpenQuestion } from '@errand/contract/job-answers'
import type { Job } from '@errand/contract/jobs'
import { maxAnswerLength } from '@errand/contract/job-answers'
import { paths } from '@errand/contract/paths'
import { hasVisibleText } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import {
  Button,
  Card,
  IconButton,
  Notice,
  Skeleton,
  TextArea,
  TextLink,
  isComposing,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'

import { useWords } from '../job-draft/words/words.ts'
import { useLiveJobs } from '../jobs/jobs.queries.ts'
import { useKeptFocus } from '../pane/focus.ts'
import { questionKey, questionsQuery } from './questions.queries.ts'
import styles from './questions.module.css'
import {
  useAnswerDraft,
  useChangeAnswer,
  useRemoveAnswer,
  useSettleQuestion,
} from './use-answers.ts'

/**
 * What contacts asked and nothing answered, and what the owner answered. No part of the job's form: an
 * answer counts from the next message on, without a publication.
 */
export const QuestionsSection = memo(function QuestionsSection({ jobId }: { jobId: Job['id'] }) {
  const say = useWords()
  useLiveJobs()
  const { data, error, isFetching, refetch } = useQuery(questionsQuery(jobId))
  return (
    <Card title={say('notAnswered')} description={say('notAnsweredHint')}>
      {data === undefined && error === null && <Skeleton rows={2} label={say('notAnswered')} />}
      {data === undefined && error !== null && (
        <Notice
          tone="warning"
          role="alert"
          title={userMessage(error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && (
        <>
          <OpenQuestions jobId={jobId} questions={data.open} />
          {data.answered.length > 0 && <Answers jobId={jobId} answers={data.answered} />}
        </>
      )}
    </Card>
  )
})

/** Where the focus goes when what had it is gone: to the same of the next one, or to the section. */
function useNextFocus(selector: string) {
  const list = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  const all = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  const { onFocus, onBlur } = useKeptFocus(() => {
    const left = all()
    const next = left[place.current] ?? left.at(-1) ?? document.getElementById('questions')
    next?.focus()
  })
  return {
    ref: list,
    onBlur,
    onFocus: ({ target }: { target: Element }) => {
      onFocus()
      const item = target.closest('li')
      place.current = Math.max(
        0,
        all().findIndex((one) => item?.contains(one)),
      )
    },
  }
}

/** How many are shown before somebody asks for more: each has a field to type in. */
const shownAtOnce = 3

function OpenQuestions({ jobId, questions }: { jobId: Job['id']; questions: OpenQuestion[] }) {
  const say = useWords()
  const [isWhole, setIsWhole] = useState(false)
  const focus = useNextFocus('textarea')
  const shown = isWhole ? questions : questions.slice(0, shownAtOnce)
  const count = questions.length - shown.length
  return (
    <div className={styles['stack']} {...focus}>
      {questions.length === 0 && <p className={styles['muted']}>{say('noQuestions')}</p>}
      {shown.length > 0 && (
        <ul className={styles['questions']} aria-label={say('notAnswered')}>
          {shown.map((question) => (
            <Question key={questionKey(question.question)} jobId={jobId} asked={question} />
          ))}
        </ul>
      )}
      {count > 0 && <Button onClick={() => setIsWhole(true)}>{say('showMore', { count })}</Button>}
    </div>
  )
}

function Question({ jobId, asked }: { jobId: Job['id']; asked: OpenQuestion }) {
  const { question, count, lastAskedAt, sessionId } = asked
  const say = useWords()
  const formats = useFormats()
  const when = formats.relative(lastAskedAt, useNow())
  const id = useId()
  const draft = useAnswerDraft(jobId, question)
  const { mutate, isPending, error } = useSettleQuestion(jobId, draft.write)
  return (
    <li aria-labelledby={id}>
      <p id={id} className={styles['question']} dir="auto">
        {question}
      </p>
      <p className={styles['muted']}>
        {say('askedTimes', { count, when })}{' '}
        <TextLink to={paths.chats.chat(sessionId)}>{say('openChat')}</TextLink>
      </p>
      <TextArea
        label={say('yourAnswer')}
        rows={2}
        maxLength={maxAnswerLength}
        value={draft.text}
        error={error === null ? undefined : userMessage(error)}
        onChange={({ target }) => draft.write(target.value)}
      />
      <p className={styles['actions']}>
        <Button
          size="small"
          variant="primary"
          isBusy={isPending}
          disabled={!hasVisibleText(draft.text)}
          onClick={() => mutate({ question, answer: draft.text })}
        >
          {say('saveAnswer')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={isPending}
          onClick={() => mutate({ question, answer: null })}
        >
          {say('dismiss')}
        </Button>
      </p>
    </li>
  )
}

function Answers({ jobId, answers }: { jobId: Job['id']; answers: JobAnswer[] }) {
  const say = useWords()
  const id = useId()
  const focus = useNextFocus('button')
  return (
    <div className={styles['stack']} {...focus}>
      <h3 id={id}>{say('yourAnswers')}</h3>
      <ul className={styles['answers']} aria-labelledby={id}>
        {answers.map((answer) => (
          <Answer key={answer.id} jobId={jobId} given={answer} />
        ))}
      </ul>
    </div>
  )
}

function Answer({ jobId, given }: { jobId: Job['id']; given: JobAnswer }) {
  const { question } = given
  const say = useWords()
  const [isChanging, setIsChanging] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const remove = useRemoveAnswer(jobId)
  const close = () => {
    setIsChanging(false)
    pencil.current?.focus()
  }
  return (
    <li>
      <div className={styles['line']}>
        <p className={styles['question']} dir="auto">
          {question}
        </p>
        <IconButton
          ref={pencil}
          size="small"
          label={say('changeAnswer', { question })}
          aria-expanded={isChanging}
          icon={<Pencil size={16} aria-hidden />}
          onClick={() => setIsChanging(!isChanging)}
        />
        <IconButton
          size="small"
          label={say('deleteAnswer', { question })}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={() => void remove(given)}
        />
      </div>
      {isChanging ? (
        <ChangeAnswer jobId={jobId} given={given} onDone={close} />
      ) : (
        <p className={styles['answer']} dir="auto">
          {given.answer}
        </p>
      )}
    </li>
  )
}

interface ChangeAnswerProps {
  jobId: Job['id']
  given: JobAnswer
  onDone: () => void
}

function ChangeAnswer({ jobId, given, onDone }: ChangeAnswerProps) {
  const say = useWords()
  const [text, setText] = useState(given.answer ?? '')
  const { mutate, isPending, error } = useChangeAnswer(jobId, given.id)
  return (
    // Not a form: it stands within the job's, and browsers know no form in another.
    <div className={styles['stack']}>
      <TextArea
        label={say('yourAnswer')}
        // It was opened to be typed in.
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event)) onDone()
        }}
        rows={2}
        maxLength={maxAnswerLength}
        value={text}
        error={error === null ? undefined : userMessage(error)}
        onChange={({ target }) => setText(target.value)}
      />
      <p className={styles['actions']}>
        <Button
          size="small"
          variant="primary"
          isBusy={isPending}
          disabled={!hasVisibleText(text)}
          onClick={() => mutate(text, { onSuccess: onDone })}
        >
          {say('saveAnswer')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {say('cancel')}
        </Button>
      </p>
    </div>
  )
}
