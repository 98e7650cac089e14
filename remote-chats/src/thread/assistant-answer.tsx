import {
  feedbackReasons,
  type FeedbackReason,
  type Message,
  type PutFeedback,
} from '@errand/contract/chats/message'
import type { AssistantRun } from '@errand/contract/chats/run'
import {
  Button,
  Form,
  FormActions,
  Popover,
  Skeleton,
  TextArea,
  classNames,
  useFormats,
} from '@errand/shared-ui'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useId, useState, type ButtonHTMLAttributes, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { FieldValue, fieldsQuery } from '../answers/field-value.tsx'
import { putFeedback, readRunOf } from '../chats/chats.api.ts'
import { chatsKey } from '../chats/chats.queries.ts'
import { tellError } from '../chats/parts.tsx'
import { readSession } from '../chats/session-cache.ts'
import { useWords } from '../words/words.ts'
import styles from './assistant-answer.module.css'
import { patchThread, withMessage } from './thread.ts'

/** How the assistant came to what it wrote. */
export function WhyButton({ message }: { message: Message }) {
  const say = useWords()
  if (message.ai === undefined && message.runId === undefined) return null
  const trigger = (
    <button type="button" className={styles['why']}>
      {say('why')}
    </button>
  )
  return (
    <Popover label={say('whyThis')} trigger={trigger}>
      <Why message={message} />
    </Popover>
  )
}

/** What the assistant did for a message; asked for when somebody wants to know. */
const runQuery = ({ sessionId, id, runId }: Message) =>
  queryOptions({
    queryKey: [...chatsKey, 'run-of', id],
    queryFn: async ({ signal }) => (await readRunOf(sessionId, id, signal)) ?? null,
    enabled: runId !== undefined,
    staleTime: 60_000,
  })

/** What was read for a message, from which words, and how sure the assistant was. */
function Why({ message }: { message: Message }) {
  const say = useWords()
  const formats = useFormats()
  const { data: run, isFetching } = useQuery(runQuery(message))
  const formId = readSession(message.sessionId)?.formId ?? null
  const { data: fields = [] } = useQuery(fieldsQuery(formId))
  const read = run?.result?.read ?? message.ai?.extracted ?? []
  const sources = message.ai?.sources ?? []
  const handoffReason = run?.result?.handoffReason
  return (
    <div className={styles['reasons']}>
      <h3>{say('whyThis')}</h3>
      {isFetching && <Skeleton label={say('whyThis')} rows={2} />}
      {!isFetching && read.length === 0 && <p>{say('readNothing')}</p>}
      {read.length > 0 && (
        <dl>
          {read.map(({ key, value, evidence, ...rest }) => {
            const field = fields.find((one) => one.key === key)
            return (
              <div key={key}>
                <dt>{field?.label ?? key}</dt>
                <dd>
                  <FieldValue {...{ value, field }} />
                  {evidence !== undefined && <q dir="auto">{evidence}</q>}
                  {'problem' in rest && typeof rest.problem === 'string' && (
                    <span>{rest.problem}</span>
                  )}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      {handoffReason != null && <p>{say(`reason.${handoffReason}`)}</p>}
      {sources.length > 0 && <p>{say('sources', { list: formats.list(sources) })}</p>}
      <Facts message={message} run={run ?? undefined} />
    </div>
  )
}

function Facts({ message: { ai }, run }: { message: Message; run: AssistantRun | undefined }) {
  const say = useWords()
  const formats = useFormats()
  const confidence = run?.result?.confidence ?? ai?.confidence
  const latencyMs = run?.latencyMs ?? ai?.latencyMs
  const model = run?.model ?? ai?.model
  return (
    <p className={styles['facts']}>
      {confidence !== undefined && (
        <span>{say('confidence', { percent: formats.percent(confidence) })}</span>
      )}
      {run?.jobVersion != null && <span>{say('jobVersion', { number: run.jobVersion })}</span>}
      {latencyMs != null && (
        <span>{say('tookTime', { time: formats.number(Math.round(latencyMs / 100) / 10) })}</span>
      )}
      {model != null && <span>{model}</span>}
    </p>
  )
}

/** What the owner thinks of an answer of the assistant: good, or bad and why. */
export function Feedback({ message }: { message: Message }) {
  const { put, isPutting } = useFeedback(message)
  const say = useWords()
  const rating = message.feedback?.rating
  return (
    <span className={classNames(styles['feedback'], rating !== undefined && styles['given'])}>
      <Thumb
        rating="good"
        aria-pressed={rating === 'good'}
        // A button that is disabled loses the focus.
        aria-disabled={isPutting || undefined}
        onClick={() => {
          if (!isPutting) put({ rating: rating === 'good' ? null : 'good' })
        }}
      />
      <Popover
        label={say('feedbackWhy')}
        trigger={<Thumb rating="bad" aria-pressed={rating === 'bad'} />}
      >
        {(close) => <WhatWasWrong message={message} onDone={close} />}
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

/** Asks what was wrong with an answer; a reason is enough. */
function WhatWasWrong({ message, onDone }: { message: Message; onDone: () => void }) {
  const say = useWords()
  const id = useId()
  const { put, isPutting } = useFeedback(message)
  const given = message.feedback?.rating === 'bad' ? message.feedback : undefined
  const [reason, setReason] = useState<FeedbackReason | undefined>(given?.reason)
  const [note, setNote] = useState(given?.note ?? '')
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
            {say(`feedback.${each}`)}
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
        {given !== undefined && (
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

/** Notes what the owner thinks of an answer; the last word counts. */
function useFeedback({ id, sessionId }: Message) {
  const { mutate, isPending } = useMutation({
    mutationFn: (feedback: PutFeedback) => putFeedback(id, feedback),
    onSuccess: (message) => patchThread(sessionId, (thread) => withMessage(thread, message)),
    onError: tellError,
  })
  return { put: mutate, isPutting: isPending }
}
