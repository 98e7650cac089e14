import { changeBookingCall, type BookingAction } from '@errand/contract/chats/bookings'
import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import { callApi, isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  DateField,
  Dialog,
  FieldRow,
  Form,
  Notice,
  Switch,
  TimeField,
  readNow,
  showUndoToast,
} from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import toast from 'react-hot-toast'

import { patchChat, withMessage } from '../../data/chat.ts'
import { useInboxSettings, useUnitPrice } from '../../data/chats.queries.ts'
import { applySession, patchAnswers, refreshAnswers } from '../../data/session-cache.ts'
import { useUndoReply } from '../../send/use-outbox.tsx'
import { useWords } from '../../words/words.ts'
import {
  type BookingOfChat,
  MessageFields,
  type Told,
  type When,
  useWritten,
} from './booking-message.tsx'

interface BookingDialogProps {
  booking: BookingOfChat
  action: BookingAction
  onClose: () => void
}

/** Decides about a booking and tells the contact, with a message that the owner can change. */
export function BookingDialog({ booking: present, action, onClose }: BookingDialogProps) {
  const say = useWords()
  // As it was when the dialog opened: what has changed since is told as a conflict.
  const [booking] = useState(present)
  const written = useWritten()
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
        {failure?.isTaken === true && (
          <p>
            <Button
              size="small"
              disabled={!canTell}
              onClick={() => decide(when, tells ? message : undefined, true)}
            >
              {say('takeAnyway')}
            </Button>
          </p>
        )}
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
        {tells && <MessageFields {...{ booking, action, when, written }} onChange={setMessage} />}
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

/** Why a decision was refused, and the field it is about. */
interface Failure {
  text: string
  field?: string | undefined
  /** Whether the time has no place left, which the owner may ignore. */
  isTaken?: boolean
}

function useDecide({ booking, action, onClose }: BookingDialogProps) {
  const say = useWords()
  const undo = useUndoReply()
  const { inbox } = useInboxSettings()
  const { sessionId, name } = booking
  // The same for each attempt of this dialog: after a lost answer it is decided once.
  const attempt = useRef({ key: newIdempotencyKey(), sent: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ when, told, force }: { when: When; told: Told | undefined; force: boolean }) => {
      const body = {
        formDataId: booking.formDataId,
        action,
        ...(force && { force }),
        ...(action === 'move' && {
          day: when.day,
          ...(when.time !== undefined && { time: when.time }),
        }),
        ...(told !== undefined && { message: { ...told, undoSeconds: inbox.undoSeconds } }),
      }
      const sent = JSON.stringify(body)
      if (attempt.current.sent !== sent) attempt.current = { key: newIdempotencyKey(), sent }
      const { key } = attempt.current
      return callApi(changeBookingCall, { id: sessionId, body, version: booking.version, key })
    },
    onSuccess: ({ session, formData, message }) => {
      applySession(session)
      patchAnswers(sessionId, formData)
      if (message !== undefined) patchChat(sessionId, (chat) => withMessage(chat, message))
      refreshAnswers()
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
      if (isApiError(failure) && failure.status === 412) refreshAnswers()
    },
  })
  return {
    decide: (when: When, told: Told | undefined, force = false) => mutate({ when, told, force }),
    isBusy: isPending,
    failure: error === null ? undefined : toFailure(error, say('answerChanged')),
  }
}

function toFailure(error: Error, changed: string): Failure {
  if (!isApiError(error)) return { text: userMessage(error) }
  if (error.status === 412) return { text: changed }
  const [first] = error.problem?.errors ?? []
  const field = /^#\/(day|time)$/.exec(first?.pointer ?? '')?.[1]
  const text = first?.detail ?? error.problem?.detail ?? userMessage(error)
  return { text, field, isTaken: first?.code === 'slot_taken' }
}
