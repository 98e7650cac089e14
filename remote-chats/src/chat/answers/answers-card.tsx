import {
  type AnswerMeta,
  type AnswerSuggestion,
  type FormData,
  isComplete,
} from '@errand/contract/chats/form-data'
import type { ChatSession } from '@errand/contract/chats/session'
import type { JobField } from '@errand/contract/job-field'
import { contactName } from '@errand/contract/visible-text'
import {
  Badge,
  Button,
  IconButton,
  Meter,
  Notice,
  Popover,
  RelativeTime,
  Skeleton,
  VisuallyHidden,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Bot, FileInput, Lightbulb, MessageCircle, Pencil, UserRound } from 'lucide-react'

import { useInboxAddress } from '../../data/inbox-address.ts'
import { useEditInPlace } from '../../shared/panes.ts'
import { useWords } from '../../words/words.ts'
import { AnswerEditor, useSaveAnswer } from './answer-editor.tsx'
import styles from './answers.module.css'
import { ContactRequest, BookingState, BookingTools } from './booking-tools.tsx'
import { FieldValue, fieldsQuery } from './field-value.tsx'

/** The answers of a session: missing ones first, each with its source; the sets before the latest below. */
export function AnswersCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const { formData, earlierFormData = [], formId, progress } = session
  const { data: fields, isError } = useQuery(fieldsQuery(formId))
  if (formData === null) return <p className={styles['none']}>{say('collectsNothing')}</p>
  if (isError) return <Notice tone="warning">{say('fieldsFailed')}</Notice>
  if (fields === undefined) return <Skeleton label={say('loadingFields')} rows={3} />
  const name = contactName(session.contact)
  return (
    <div className={styles['answers']}>
      {progress.required > 0 && (
        <Meter
          label={say('progress')}
          value={progress.answered / progress.required}
          tone={progress.complete ? 'success' : 'accent'}
          text={say('answeredOf', progress)}
        />
      )}
      <AnswerSet {...{ fields, formData, name }} />
      {earlierFormData.map((earlier) => (
        <section key={earlier.id} aria-labelledby={`set-${earlier.id}`}>
          <h3 id={`set-${earlier.id}`} className={styles['set']}>
            {say('agreedBefore')}
          </h3>
          <AnswerSet {...{ fields, name }} formData={earlier} />
        </section>
      ))}
    </div>
  )
}

interface AnswerSetProps {
  fields: readonly JobField[]
  formData: FormData
  /** Whose they are. */
  name: string
}

function AnswerSet({ fields, formData, name }: AnswerSetProps) {
  const { id, suggestions, booking, sessionId, version, status, proposed } = formData
  return (
    <div className={styles['answers']}>
      {booking !== undefined && isComplete(status) && (
        <div className={styles['booking']}>
          <ContactRequest cancelAskedAt={booking.cancelAskedAt} proposed={undefined} />
          <BookingState decision={booking.decision} />
          <BookingTools booking={{ ...booking, sessionId, formDataId: id, version, name }} />
        </div>
      )}
      {proposed !== undefined && <Proposal {...{ fields, proposed, name }} />}
      {suggestions.map((suggestion) => (
        <Suggestion
          key={`${suggestion.key}:${suggestion.at}`}
          {...{ suggestion, formData }}
          field={fields.find(({ key }) => key === suggestion.key)}
        />
      ))}
      <dl className={styles['list']}>
        {missingFirst(fields, formData.missing).map((field) => (
          <AnswerRow key={field.key} {...{ field, formData }} />
        ))}
      </dl>
    </div>
  )
}

interface ProposalProps {
  fields: readonly JobField[]
  proposed: NonNullable<FormData['proposed']>
  name: string
}

/** A change that waits for the contact's yes: what is agreed stands below. */
function Proposal({ fields, proposed: { values }, name }: ProposalProps) {
  const say = useWords()
  const changed = fields.filter(({ key }) => Object.hasOwn(values, key))
  return (
    <div className={styles['suggestion']} role="group" aria-label={say('proposed')}>
      <p>{say('proposed')}</p>
      {changed.map((field) => (
        <p key={field.key}>
          <Lightbulb size={14} aria-hidden="true" />
          <b dir="auto">{field.label}</b>
          <FieldValue value={values[field.key] ?? undefined} field={field} />
        </p>
      ))}
      <p>{say('waitsForYes', { name })}</p>
    </div>
  )
}

function missingFirst(fields: readonly JobField[], missing: readonly string[]): JobField[] {
  const isMissing = ({ key }: JobField) => missing.includes(key)
  return [...fields.filter(isMissing), ...fields.filter((field) => !isMissing(field))]
}

interface AnswerRowProps {
  field: JobField
  formData: FormData
}

/** One answer with its source, and a way to correct it. */
function AnswerRow({ field, formData }: AnswerRowProps) {
  const say = useWords()
  const { frame, isOpen, isLeft, open, close } = useEditInPlace()
  const { key, label } = field
  const value = formData.values[key]
  const meta = formData.meta[key]
  const isMissing = formData.missing.includes(key)
  if (isOpen) {
    return (
      <div ref={frame} className={styles['row']}>
        <dt>
          {/* The control has it as its visible label. */}
          <VisuallyHidden>{label}</VisuallyHidden>
        </dt>
        <dd className={styles['editing']}>
          <AnswerEditor {...{ field, answers: formData }} onDone={close} />
        </dd>
      </div>
    )
  }
  return (
    <div className={styles['row']}>
      <dt>
        <span dir="auto">{label}</span>
        {isMissing && <Badge tone="warning">{say('missing')}</Badge>}
        {meta?.valid === false && <Badge tone="danger">{say('notValid')}</Badge>}
      </dt>
      <dd>
        <span className={styles['value']}>
          <FieldValue {...{ value, field }} />
        </span>
        {meta?.error !== undefined && <span className={styles['error']}>{meta.error}</span>}
        {meta !== undefined && value !== undefined && <AnswerSource meta={meta} field={field} />}
      </dd>
      <dd className={styles['edit']}>
        <IconButton
          size="small"
          label={say('editAnswer', { label })}
          icon={<Pencil size={14} aria-hidden />}
          autoFocus={isLeft}
          onClick={open}
        />
      </dd>
    </div>
  )
}

const icons = {
  contact: MessageCircle,
  assistant: Bot,
  owner: UserRound,
  import: FileInput,
} as const

interface AnswerSourceProps {
  meta: AnswerMeta
  field: JobField
}

/** Where an answer came from: its author, the contact's words, and earlier values. */
function AnswerSource({ meta, field }: AnswerSourceProps) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const { source, evidence, messageId, previous = [] } = meta
  const Icon = icons[source]
  return (
    <span className={styles['source']}>
      <Icon size={14} role="img" aria-label={say(`source.${source}`)} />
      {evidence !== undefined && <q dir="auto">{evidence}</q>}
      {evidence === undefined && <span>{say(`source.${source}`)}</span>}
      {messageId !== undefined && (
        <button type="button" className={styles['jump']} onClick={() => jumpTo(messageId)}>
          {say('showInChat')}
        </button>
      )}
      {previous.length > 0 && (
        <Popover
          label={say('history')}
          trigger={
            <Button size="small" variant="quiet" className={styles['jump']}>
              {say('history')}
            </Button>
          }
        >
          <ol className={styles['history']}>
            {previous.map(({ value, at, source: by }) => (
              <li key={at}>
                <FieldValue {...{ value, field }} />
                <span>
                  <span>{`${say(`source.${by}`)} · `}</span>
                  <RelativeTime at={at} />
                </span>
              </li>
            ))}
          </ol>
        </Popover>
      )}
    </span>
  )
}

interface SuggestionProps {
  suggestion: AnswerSuggestion
  field: JobField | undefined
  formData: FormData
}

/** A value that the assistant found but did not save: the owner decides. */
function Suggestion({ suggestion, field, formData }: SuggestionProps) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const { put, isPutting, problem } = useSaveAnswer(formData)
  const { key, value, evidence, messageId } = suggestion
  const label = field?.label ?? key
  const current = formData.values[key]
  const answer = (chosen: unknown) => put({ key, label, value: chosen }, () => undefined)
  return (
    <div className={styles['suggestion']} role="group" aria-label={say('suggestionFor', { label })}>
      <p>
        <Lightbulb size={14} aria-hidden="true" />
        <b dir="auto">{label}</b>
        <FieldValue {...{ value, field }} />
      </p>
      {evidence !== undefined && <q dir="auto">{evidence}</q>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div>
        <Button size="small" isBusy={isPutting} onClick={() => answer(value)}>
          {say('accept')}
        </Button>
        {current !== undefined && (
          <Button size="small" variant="quiet" onClick={() => answer(current)}>
            {say('keepMine')}
          </Button>
        )}
        {messageId !== undefined && (
          <Button size="small" variant="quiet" onClick={() => jumpTo(messageId)}>
            {say('showInChat')}
          </Button>
        )}
      </div>
    </div>
  )
}
