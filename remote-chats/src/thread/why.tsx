import type { Message } from '@errand/contract/chats/message'
import type { AssistantRun } from '@errand/contract/chats/run'
import { Popover, Skeleton, useFormats } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { FieldValue, fieldsQuery } from '../answers/field-value.tsx'
import { readRunOf } from '../chats/chats.api.ts'
import { chatsKey } from '../chats/chats.queries.ts'
import { readSession } from '../chats/session-cache.ts'
import { reasonWord } from '../list/signs.tsx'
import { useWords } from '../words/words.ts'
import styles from './bubble.module.css'

/** How the assistant came to what it wrote. */
export function WhyButton({ message }: { message: Message }) {
  const say = useWords()
  if (message.ai === undefined && message.runId === undefined) return null
  return (
    <Popover
      label={say('whyThis')}
      trigger={
        <button type="button" className={styles['why']}>
          {say('why')}
        </button>
      }
    >
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
                  <FieldValue value={value} type={field?.type} options={field?.options} />
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
      {run?.result?.handoffReason != null && <p>{say(reasonWord(run.result.handoffReason))}</p>}
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
      {latencyMs !== undefined && latencyMs !== null && (
        <span>{say('tookTime', { time: formats.number(Math.round(latencyMs / 100) / 10) })}</span>
      )}
      {model !== undefined && model !== null && <span>{model}</span>}
    </p>
  )
}
