import type { BookingAction } from '@errand/contract/chats/bookings'
import { maxTextLength } from '@errand/contract/chats/message'
import type { ReplyInput } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import { type Template, textTemplate } from '@errand/contract/chats/template'
import { hasVisibleText } from '@errand/contract/visible-text'
import { Notice, Skeleton, TextArea, TextField, tooLongBy, useNow } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { chatQuery } from '../chat/chat.ts'
import { suggestBookingText } from '../chats/chats.api.ts'
import { chatsKey, templatesQuery } from '../chats/chats.queries.ts'
import { windowOf } from '../chats/clock.ts'
import { Choice } from '../chats/fields.tsx'
import { guessValues, previewTemplate, renderTemplate, toTitle } from '../composer/template-text.ts'
import { useWords } from '../words/words.ts'
import type { BookingOfChat } from './booking-tools.tsx'

/** When a booking is, or shall be. */
export type When = Pick<BookingOfChat, 'day' | 'time'>

/** What the contact is told. */
export type Told = Pick<ReplyInput, 'templateName' | 'languageCode' | 'components' | 'message'>

interface MessageFieldsProps {
  booking: BookingOfChat
  action: BookingAction
  when: When
  /** Called with nothing while the message cannot be sent as it is. */
  onChange: (told: Told | undefined) => void
}

/** The message as free text, or as a template where WhatsApp takes nothing else. */
export function MessageFields({ booking, action, when, onChange }: MessageFieldsProps) {
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
  const report = useEffectEvent((told: string) => onChange(told === '' ? undefined : toTold(told)))
  useEffect(() => report(content), [content])
}
