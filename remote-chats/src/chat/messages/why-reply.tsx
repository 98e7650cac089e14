import type { Message } from '@errand/contract/chats/message'
import {
  isBuiltIn,
  listRunsCall,
  type AssistantRun,
  type RunResult,
} from '@errand/contract/chats/run'
import { paths } from '@errand/contract/paths'
import { callApi } from '@errand/shared-auth'
import { Popover, Skeleton, TextLink, useFormats } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { chatsKey } from '../../data/chats.queries.ts'
import { readSession } from '../../data/session-cache.ts'
import { useWords } from '../../words/words.ts'
import { FieldValue, fieldsQuery } from '../answers/field-value.tsx'
import styles from './assistant-answer.module.css'

/** Explains how the assistant came to its reply. */
export function ExplainButton({ message }: { message: Message }) {
  const say = useWords()
  if (message.ai === undefined && message.runId === undefined) return null
  const trigger = (
    <button type="button" className={styles['why']}>
      {say('why')}
    </button>
  )
  return (
    <Popover label={say('whyThis')} trigger={trigger}>
      <Explanation message={message} />
    </Popover>
  )
}

/** The run of a message, loaded when the owner asks for it. */
const runQuery = ({ sessionId, id, runId }: Message) =>
  queryOptions({
    queryKey: [...chatsKey, 'run-of', id],
    queryFn: async ({ signal }) => {
      const query = { messageId: id, limit: 1 }
      const { items } = await callApi(listRunsCall, { id: sessionId, query, signal })
      return items[0] ?? null
    },
    enabled: runId !== undefined,
    staleTime: 60_000,
  })

/** The answers, the sources, the removed parts and the cost of a reply. */
function Explanation({ message }: { message: Message }) {
  const say = useWords()
  const { data: run, isFetching } = useQuery(runQuery(message))
  const session = readSession(message.sessionId)
  const result = run?.result ?? undefined
  const reason = result?.handoffReason
  return (
    <div className={styles['reasons']}>
      <h3>{say('whyThis')}</h3>
      {isFetching && <Skeleton label={say('whyThis')} rows={2} />}
      {result !== undefined && <p>{say(`intent.${result.intent}`)}</p>}
      {result?.unanswered !== undefined && (
        <UnansweredQuestion question={result.unanswered} jobId={session?.job?.id} />
      )}
      <Sources sources={result?.sources ?? message.ai?.sources ?? []} />
      {!isFetching && (
        <Answers
          read={result?.read ?? message.ai?.extracted ?? []}
          formId={session?.formId ?? null}
        />
      )}
      <RemovedParts kinds={result?.removed ?? []} />
      {reason != null && <p>{say(`reason.${reason}`)}</p>}
      {!isFetching && <Facts message={message} run={run ?? undefined} />}
    </div>
  )
}

/** A question that no source answers, with a link to answer it for the next time. */
function UnansweredQuestion({ question, jobId }: { question: string; jobId: string | undefined }) {
  const say = useWords()
  return (
    <p>
      <span>{say('noAnswerFor')}</span> <q dir="auto">{question}</q>{' '}
      {jobId !== undefined && (
        <TextLink to={paths.jobs.questions(jobId)} state={{ question }}>
          {say('answerIt')}
        </TextLink>
      )}
    </p>
  )
}

function Sources({ sources }: { sources: readonly string[] }) {
  const say = useWords()
  if (sources.length === 0) return null
  return (
    <div>
      <p>{say('sources')}</p>
      <ul>
        {sources.map((source) => (
          <li key={source}>
            <q dir="auto">{source}</q>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AnswersProps {
  read: RunResult['read']
  formId: string | null
}

/** The answers that were read from a message, with the contact's words. */
function Answers({ read, formId }: AnswersProps) {
  const say = useWords()
  const { data: fields = [] } = useQuery(fieldsQuery(formId))
  if (read.length === 0) return <p>{say('readNothing')}</p>
  return (
    <dl>
      {read.map(({ key, value, evidence }) => {
        const field = fields.find((one) => one.key === key)
        return (
          <div key={key}>
            <dt>{field?.label ?? key}</dt>
            <dd>
              <FieldValue {...{ value, field }} />
              {evidence !== undefined && <q dir="auto">{evidence}</q>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const keptBackKinds = ['instructions', 'person', 'credential'] as const
const removedKinds = ['amount', 'time', 'promise', 'link', 'email', 'phone', 'account'] as const

/** What was removed from a reply: what contacts must not read, and what no text of the owner says. */
function RemovedParts({ kinds }: { kinds: readonly string[] }) {
  const say = useWords()
  const formats = useFormats()
  const keptBack = keptBackKinds.filter((kind) => kinds.includes(kind))
  const unsupported = [...new Set(kinds)].filter((kind) => keptBack.every((one) => one !== kind))
  const named = unsupported.map((kind) => {
    const known = removedKinds.find((one) => one === kind)
    return known === undefined ? kind : say(`takenOut.${known}`)
  })
  const secret = keptBack.map((kind) => say(`keptBack.${kind}`))
  return (
    <>
      {named.length > 0 && <p>{say('takenOut', { list: formats.list(named) })}</p>}
      {secret.length > 0 && <p>{say('keptBack', { list: formats.list(secret) })}</p>}
    </>
  )
}

/** The model, confidence, latency and cost of a reply. */
function Facts({ message, run }: { message: Message; run: AssistantRun | undefined }) {
  const say = useWords()
  const formats = useFormats()
  const { ai, billed } = message
  const confidence = run?.result?.confidence ?? ai?.confidence
  const latencyMs = run?.latencyMs ?? ai?.latencyMs
  const model = run?.model ?? ai?.model
  const { inputTokens = 0, outputTokens = 0 } = run ?? ai ?? {}
  const tokens = inputTokens + outputTokens
  const isRuleBased = isBuiltIn(run?.provider ?? '')
  const who = isRuleBased ? say('builtInRules') : model
  const seconds = Math.round((latencyMs ?? 0) / 100) / 10
  return (
    <p className={styles['facts']}>
      {who != null && <span>{who}</span>}
      {confidence !== undefined && !isRuleBased && (
        <span>{say('confidence', { percent: formats.percent(confidence) })}</span>
      )}
      {seconds > 0 && <span>{say('tookTime', { time: formats.number(seconds) })}</span>}
      {tokens > 0 && <span>{say('tokens', { count: tokens })}</span>}
      {billed?.reason === 'trial' && <span>{say('cost.trial')}</span>}
      {billed !== undefined && billed.reason !== 'trial' && (
        <span>
          {say(`cost.${billed.reason}`, {
            price: formats.money(billed.amountMinor, billed.currency),
          })}
        </span>
      )}
    </p>
  )
}
