import { readableCell } from '../../../form-data/readable-answer.ts'
import type { ExportedChat, Piece } from '../read-chats.ts'
import { contactPhone, encode, type FileContext, type WriteFormat } from './format.ts'

/** Everything of each chat, with its messages as the API shows them. */
export const writeJsonFile: WriteFormat = (pieces, context) => encode(textsOf(pieces, context))

async function* textsOf(pieces: AsyncIterable<Piece>, context: FileContext) {
  const { exportedAt, timeZone } = context
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"timeZone":${JSON.stringify(timeZone)},"chats":[`
  let chats = 0
  let messages = 0
  for await (const piece of pieces) {
    if (piece.type === 'message') {
      yield `${messages === 0 ? '' : ','}\n${JSON.stringify(piece.message)}`
      messages += 1
      continue
    }
    const chat = JSON.stringify(toChat(piece.chat, context)).slice(0, -1)
    yield `${chats === 0 ? '' : ']},'}\n${chat},"messages":[`
    chats += 1
    messages = 0
  }
  yield `${chats === 0 ? '' : ']}'}]}\n`
}

function toChat(chat: ExportedChat, context: FileContext) {
  const { session, contact, jobName, formData } = chat
  const { id, channel, status, closeReason, savedNote, summary } = session
  return {
    id,
    contact: { id: contact.id, name: contact.name, phoneNumber: contactPhone(chat, context) },
    job: session.jobId === null ? null : { id: session.jobId, name: jobName ?? '' },
    channel,
    status,
    closeReason,
    savedNote,
    summary,
    createdAt: session.createdAt,
    lastActivityAt: session.lastActivityAt,
    closedAt: session.closedAt,
    formData:
      formData === undefined
        ? null
        : { status: formData.status, values: valuesOf(formData, context) },
  }
}

/** By their labels for people, who keep lists and yes or no as JSON has them. */
function valuesOf(
  formData: NonNullable<ExportedChat['formData']>,
  { values: shown, reading, fields: columns }: FileContext,
): Record<string, unknown> {
  if (shown === 'keys') return formData.values
  const asked = new Map(formData.fields.map((field) => [field.key, field]))
  const readable = (value: unknown, key: string) =>
    typeof value === 'boolean' ? value : readableCell(value, asked.get(key), reading)
  return Object.fromEntries(
    columns
      .filter(
        ({ key, formIds }) => formIds.has(formData.formId) && Object.hasOwn(formData.values, key),
      )
      .map(({ header, key }) => {
        const value = formData.values[key]
        const isList = Array.isArray(value)
        return [header, isList ? value.map((one) => readable(one, key)) : readable(value, key)]
      }),
  )
}
