import type { BookingAction } from '@errand/contract/chats/bookings'
import { maxTextLength } from '@errand/contract/chats/message'
import type { ReplyInput } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import { type Template, textTemplate } from '@errand/contract/chats/template'
import { hasVisibleText } from '@errand/contract/visible-text'
import { isApiError, queryClient, userMessage } from '@errand/shared-auth'
import {
  Button,
  DateField,
  Dialog,
  FieldRow,
  Form,
  Notice,
  Skeleton,
  Switch,
  TextArea,
  TextField,
  TimeField,
  showUndoToast,
  tooLongBy,
  useNow,
  readNow,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import toast from 'react-hot-toast'

import { chatQuery, patchChat, withMessage } from '../chat/chat.ts'
import { changeBooking, newIdempotencyKey, suggestBookingText } from '../chats/chats.api.ts'
import { chatsKey, templatesQuery, useInboxSettings, useUnitPrice } from '../chats/chats.queries.ts'
import { windowOf } from '../chats/clock.ts'
import { Choice } from '../chats/fields.tsx'
import { applySession, patchSession } from '../chats/session-cache.ts'
import { guessValues, previewTemplate, renderTemplate, toTitle } from '../composer/template-text.ts'
import { useUndoReply } from '../outbox/use-outbox.tsx'
import { useWords } from '../words/words.ts'
import type { BookingOfChat } from './booking-tools.tsx'
import { responsesKey } from './bookings.api.ts'

interface BookingDialogProps {
  booking: BookingOfChat
  action: BookingAction
  onClose: () => void
}

type When = Pick<BookingOfChat, 'day' | 'time'>

/** Decides about a booking and tells the contact, with a message that the owner can change. */
export function BookingDialog({ booking, action, onClose }: BookingDialogProps) {
  const say = useWords()
  const id = useId()
  const price = useUnitPrice()
  const [when, setWhen] = useState<When>({ day: booking.day, time: booking.time })
  const [tells, setTells] = useState(true)
  const [message, setMessage] = useState<Told>()
  const { decide, isBusy, failure } = useDecide({ booking, action, onClose })
  const canTell = !tells || message !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canTell && when.day !== '') decide(when, tells ? message : undefined)
  }
  const act = say(`booking.${action}`)
  return (
    <Dialog
      isOpen
      title={say(`bookingTitle.${action}`, { name: booking.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say('keepBooking')}</Button>
          <Button
            type="submit"
            form={id}
            variant={action === 'cancel' ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={!canTell || when.day === ''}
          >
            {tells && price !== undefined ? say('actFor', { act, price }) : act}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={submit}>
        {action === 'move' && <WhenFields {...{ when, setWhen, failure }} />}
        {failure !== undefined && failure.field === undefined && (
          <Notice tone="danger" role="alert">
            <p>{failure.text}</p>
          </Notice>
        )}
        <Switch
          label={say('tellContact', { name: booking.name })}
          checked={tells}
          onChange={({ target }) => setTells(target.checked)}
        />
        {tells && <MessageFields {...{ booking, action, when }} onChange={setMessage} />}
      </Form>
    </Dialog>
  )
}

interface WhenFieldsProps {
  when: When
  setWhen: (when: When) => void
  failure: Failure | undefined
}

function WhenFields({ when, setWhen, failure }: WhenFieldsProps) {
  const say = useWords()
  const errorAt = (field: string) => (failure?.field === field ? failure.text : undefined)
  return (
    <FieldRow>
      <DateField
        label={say('day')}
        value={when.day}
        error={errorAt('day')}
        onChange={({ target }) => setWhen({ ...when, day: target.value })}
      />
      {when.time !== undefined && (
        <TimeField
          label={say('timeOfDay')}
          value={when.time}
          error={errorAt('time')}
          onChange={({ target }) => setWhen({ ...when, time: target.value })}
        />
      )}
    </FieldRow>
  )
}

/** What the contact is told. */
type Told = Pick<ReplyInput, 'templateName' | 'languageCode' | 'components' | 'message'>

interface MessageFieldsProps extends Omit<BookingDialogProps, 'onClose'> {
  when: When
  /** Called with nothing while the message cannot be sent as it is. */
  onChange: (told: Told | undefined) => void
}

/** The message as free text, or as a template where WhatsApp takes nothing else. */
function MessageFields({ booking, action, when, onChange }: MessageFieldsProps) {
  const say = useWords()
  const now = useNow(60_000)
  const { data: chat } = useQuery(chatQuery(booking.sessionId))
  if (chat === undefined) return <Skeleton label={say('loadingChat')} rows={2} />
  return windowOf(chat.session, now).state === 'closed' ? (
    <TemplateFields session={chat.session} onChange={onChange} />
  ) : (
    <TextFields {...{ booking, action, when, onChange }} />
  )
}

function TextFields({ booking, action, when, onChange }: MessageFieldsProps) {
  const say = useWords()
  const [typed, setTyped] = useState<string>()
  const { day, time } = when
  const wanted = { action, ...(action === 'move' && { day, ...(time && { time }) }) }
  const { data } = useQuery({
    queryKey: [...chatsKey, 'booking-text', booking.sessionId, wanted],
    queryFn: ({ signal }) => suggestBookingText(booking.sessionId, wanted, signal),
    enabled: day !== '',
    placeholderData: (before) => before,
  })
  const text = typed ?? data?.text ?? ''
  useReport(
    onChange,
    hasVisibleText(text) && tooLongBy(text, maxTextLength) === 0 ? text : '',
    toText,
  )
  if (typed === undefined && data === undefined) {
    return <Skeleton label={say('loadingMessage')} rows={2} />
  }
  return (
    <TextArea
      label={say('messageToContact')}
      rows={3}
      maxLength={maxTextLength}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
}

const toText = (text: string): Told => ({
  templateName: textTemplate.name,
  languageCode: textTemplate.language,
  components: [{ type: 'BODY', text: text.trim() }],
  message: text.trim(),
})

interface TemplateFieldsProps {
  session: ChatSession
  onChange: (told: Told | undefined) => void
}

/** Outside the 24-hour window: a template, with its blanks filled in. */
function TemplateFields({ session, onChange }: TemplateFieldsProps) {
  const say = useWords()
  const { data: templates = [] } = useQuery(templatesQuery())
  const approved = templates.filter(({ status }) => status === 'APPROVED')
  const [chosen, setChosen] = useState('')
  const template = approved.find((one) => keyOf(one) === chosen) ?? approved[0]
  return (
    <>
      <Notice tone="info">
        <p>{say(template === undefined ? 'noTemplateToTell' : 'onlyTemplate')}</p>
      </Notice>
      {template !== undefined && (
        <>
          <Choice
            label={say('template')}
            value={keyOf(template)}
            options={approved.map((one) => [keyOf(one), toTitle(one.name)])}
            onChange={setChosen}
          />
          <Blanks key={keyOf(template)} {...{ template, session, onChange }} />
        </>
      )}
    </>
  )
}

const keyOf = ({ name, language }: Template): string => `${name}:${language}`

function Blanks({ template, session, onChange }: TemplateFieldsProps & { template: Template }) {
  const say = useWords()
  const [values, setValues] = useState(() => guessValues(template, session))
  const isWhole = template.variables.every((_, index) => hasVisibleText(values[index] ?? ''))
  useReport(onChange, isWhole ? JSON.stringify(values) : '', (filled) =>
    toTemplate(template, JSON.parse(filled) as string[]),
  )
  return (
    <>
      {template.variables.map(({ name, example }, index) => (
        <TextField
          key={name}
          label={/^\d+$/.test(name) ? say('blankNumber', { number: Number(name) }) : toTitle(name)}
          placeholder={say('example', { example })}
          value={values[index] ?? ''}
          onChange={({ target }) => setValues(values.with(index, target.value))}
        />
      ))}
      <p dir="auto">{previewTemplate(template, values)}</p>
    </>
  )
}

function toTemplate(template: Template, values: readonly string[]): Told {
  const trimmed = values.map((value) => value.trim())
  return {
    templateName: template.name,
    languageCode: template.language,
    components: trimmed.map((text) => ({ type: 'BODY', text })),
    message: renderTemplate(template, trimmed),
  }
}

/** Tells the dialog what would be sent, whenever it changes; `''` is nothing. */
function useReport(
  onChange: (told: Told | undefined) => void,
  content: string,
  toTold: (content: string) => Told,
): void {
  const report = useEffectEvent(() => onChange(content === '' ? undefined : toTold(content)))
  useEffect(() => report(), [content])
}

/** Why a decision was refused, and the field it is about. */
interface Failure {
  text: string
  field?: string | undefined
}

function useDecide({ booking, action, onClose }: BookingDialogProps) {
  const say = useWords()
  const undo = useUndoReply()
  const { inbox } = useInboxSettings()
  const { sessionId, name } = booking
  // The same for each attempt of this dialog: after a lost answer it is decided once.
  const attempt = useRef({ key: newIdempotencyKey(), sent: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ when, told }: { when: When; told: Told | undefined }) => {
      const change = {
        action,
        ...(action === 'move' && {
          day: when.day,
          ...(when.time !== undefined && { time: when.time }),
        }),
        ...(told !== undefined && { message: { ...told, undoSeconds: inbox.undoSeconds } }),
      }
      const sent = JSON.stringify(change)
      if (attempt.current.sent !== sent) attempt.current = { key: newIdempotencyKey(), sent }
      return changeBooking(sessionId, {
        ...change,
        version: booking.version,
        key: attempt.current.key,
      })
    },
    onSuccess: ({ session, formData, message }) => {
      applySession(session)
      patchSession(sessionId, { formData })
      if (message !== undefined) patchChat(sessionId, (chat) => withMessage(chat, message))
      void queryClient.invalidateQueries({ queryKey: responsesKey })
      onClose()
      const heldMs = Date.parse(message?.heldUntil ?? '') - readNow()
      const done = say(`bookingDone.${action}`)
      if (message === undefined || !(heldMs > 0)) return void toast.success(done)
      return void showUndoToast({
        message: `${done} ${say('sentTo', { name })}`,
        what: say('undoSent', { name }),
        durationMs: heldMs,
        onUndo: () => undo(message),
      })
    },
    onError: (failure) => {
      // Somebody else changed the answers meanwhile.
      if (isApiError(failure) && failure.status === 412)
        void queryClient.invalidateQueries({ queryKey: responsesKey })
    },
  })
  return {
    decide: (when: When, told: Told | undefined) => mutate({ when, told }),
    isBusy: isPending,
    failure: error === null ? undefined : toFailure(error, say('answerChanged')),
  }
}

function toFailure(error: Error, changed: string): Failure {
  if (!isApiError(error)) return { text: userMessage(error) }
  if (error.status === 412) return { text: changed }
  const [first] = error.problem?.errors ?? []
  const field = /^#\/(day|time)$/.exec(first?.pointer ?? '')?.[1]
  return { text: first?.detail ?? error.problem?.detail ?? userMessage(error), field }
}
