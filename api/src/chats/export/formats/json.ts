import type { ExportedChat, Piece } from '../read-chats.ts'
import { encode, type FileContext, type WriteFormat } from './format.ts'

/** Everything for another program: each chat with its messages as the API shows them. */
export const writeJsonFile: WriteFormat = (pieces, context) => encode(textsOf(pieces, context))

async function* textsOf(pieces: AsyncIterable<Piece>, { exportedAt, timeZone }: FileContext) {
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"timeZone":${JSON.stringify(timeZone)},"chats":[`
  let chats = 0
  let messages = 0
  for await (const piece of pieces) {
    if (piece.type === 'message') {
      yield `${messages === 0 ? '' : ','}\n${JSON.stringify(piece.message)}`
      messages += 1
      continue
    }
    const chat = JSON.stringify(toChat(piece.chat)).slice(0, -1)
    yield `${chats === 0 ? '' : ']},'}\n${chat},"messages":[`
    chats += 1
    messages = 0
  }
  yield `${chats === 0 ? '' : ']}'}]}\n`
}

function toChat({ session, contact, jobName, formData }: ExportedChat) {
  const { id, channel, status, closeReason, savedNote, summary } = session
  return {
    id,
    contact: { id: contact.id, name: contact.name, phoneNumber: contact.phoneNumber },
    job: session.jobId === null ? null : { id: session.jobId, name: jobName ?? '' },
    channel,
    status,
    closeReason,
    savedNote,
    summary,
    createdAt: session.createdAt,
    lastActivityAt: session.lastActivityAt,
    closedAt: session.closedAt,
    formData: formData === undefined ? null : { status: formData.status, values: formData.values },
  }
}
