import { suggestBookingTextCall, type BookingAction } from '@errand/contract/chats/bookings'
import type { Booking } from '@errand/contract/chats/form-data'
import { maxTextLength } from '@errand/contract/chats/message'
import type { ReplyInput } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import { type Template, textTemplate } from '@errand/contract/chats/template'
import { hasVisibleText } from '@errand/contract/visible-text'
import { callApi } from '@errand/shared-auth'
import { Notice, Skeleton, TextArea, TextField, tooLongBy, useNow } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { chatQuery } from '../../data/chat.ts'
import { chatsKey, templatesQuery } from '../../data/chats.queries.ts'
import { windowOf } from '../../data/clock.ts'
import { guessValues, previewTemplate, renderTemplate, toTitle } from '../../send/template-text.ts'
import { Choice } from '../../shared/fields.tsx'
import { LoadFailed } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'

/** A booking, and the chat it belongs to. */
export interface BookingOfChat extends Pick<
  Booking,
  'day' | 'time' | 'decision' | 'cancelAskedAt'
> {
  sessionId: string
  formDataId: string
  /** The version of its answers. */
  version: number
  /** Whose it is. */
  name: string
}

/** When a booking is, or shall be. */
export type When = Pick<BookingOfChat, 'day' | 'time'>

/** What the contact is told, and who answers afterwards. */
export type Told = Pick<
  ReplyInput,
  'templateName' | 'languageCode' | 'components' | 'message' | 'handler'
>

/** What the owner has written; kept while "Tell" is off. */
export function useWritten() {
  const [text, setText] = useState<{ typed: string; when: When }>()
  const [template, setTemplate] = useState('')
  const [values, setValues] = useState<Record<string, readonly string[]>>({})
  return { text, setText, template, setTemplate, values, setValues }
}
type Written = ReturnType<typeof useWritten>

interface MessageFieldsProps {
  booking: BookingOfChat
  action: BookingAction
  when: When
  written: Written
  /** Called with nothing while the message cannot be sent as it is. */
  onChange: (told: Told | undefined) => void
}

/** The message as free text, or as a template where WhatsApp takes nothing else. */
export function MessageFields(props: MessageFieldsProps) {
  const { booking, written, onChange } = props
  const say = useWords()
  const now = useNow(60_000)
  const query = useQuery(chatQuery(booking.sessionId))
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed query={query} />
    ) : (
      <Skeleton label={say('loadingChat')} rows={2} />
    )
  }
  const { session } = query.data
  // Telling something is no takeover: who answers now goes on.
  const handler = session.handler === 'owner' ? 'owner' : 'assistant'
  const report = (told: Told | undefined) => onChange(told && { ...told, handler })
  return windowOf(session, now).state === 'closed' ? (
    <TemplateFields {...{ session, written }} onChange={report} />
  ) : (
    <TextFields {...props} onChange={report} />
  )
}

function TextFields({ booking, action, when, written, onChange }: MessageFieldsProps) {
  const say = useWords()
  const { text: own, setText } = written
  const { sessionId, formDataId, version, day, time } = booking
  const wanted = action === 'move' ? { day: when.day, time: when.time } : {}
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: [...chatsKey, 'booking-text', formDataId, { version, day, time, action, ...wanted }],
    queryFn: ({ signal }) =>
      callApi(suggestBookingTextCall, {
        id: sessionId,
        query: { formDataId, action, ...wanted },
        signal,
      }),
    enabled: when.day !== '',
    placeholderData: (before) => before,
  })
  const text = own?.typed ?? data?.text ?? ''
  const isFitting = hasVisibleText(text) && tooLongBy(text, maxTextLength) === 0
  // A proposal for the day before is not sent.
  const isReady = isFitting && (own !== undefined || !isPlaceholderData)
  useReport(onChange, isReady ? text : '', toText)
  if (own === undefined && data === undefined && !isError) {
    return <Skeleton label={say('loadingMessage')} rows={2} />
  }
  const isForOther = own !== undefined && (own.when.day !== when.day || own.when.time !== when.time)
  return (
    <TextArea
      label={say('messageToContact')}
      hint={isForOther ? say('writtenForOther') : undefined}
      rows={3}
      maxLength={maxTextLength}
      value={text}
      onChange={({ target }) => setText({ typed: target.value, when })}
    />
  )
}

const toText = (text: string): Told => ({
  templateName: textTemplate.name,
  languageCode: textTemplate.language,
  components: [{ type: 'BODY', text: text.trim() }],
  message: text.trim(),
})

interface TemplateFieldsProps extends Pick<MessageFieldsProps, 'written' | 'onChange'> {
  session: ChatSession
}

/** Outside the 24-hour window: a template, with its blanks filled in. */
function TemplateFields({ session, written, onChange }: TemplateFieldsProps) {
  const say = useWords()
  const query = useQuery(templatesQuery())
  if (query.isError) return <LoadFailed query={query} />
  if (query.data === undefined) return <Skeleton label={say('loadingTemplates')} rows={2} />
  const approved = query.data.filter(({ status }) => status === 'APPROVED')
  const template = approved.find((one) => keyOf(one) === written.template) ?? approved[0]
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
            onChange={written.setTemplate}
          />
          <Blanks key={keyOf(template)} {...{ template, session, written, onChange }} />
        </>
      )}
    </>
  )
}

const keyOf = ({ name, language }: Template): string => `${name}:${language}`

function Blanks({
  template,
  session,
  written,
  onChange,
}: TemplateFieldsProps & { template: Template }) {
  const say = useWords()
  const [guessed] = useState(() => guessValues(template, session))
  const values = written.values[keyOf(template)] ?? guessed
  const setValue = (index: number, value: string) =>
    written.setValues({ ...written.values, [keyOf(template)]: values.with(index, value) })
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
          onChange={({ target }) => setValue(index, target.value)}
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
  const report = useEffectEvent((told: string) => onChange(told === '' ? undefined : toTold(told)))
  useEffect(() => report(content), [content])
}
