import { queryClient } from '@errand/shared-auth'
import { HttpResponse, http } from 'msw'
import { assert } from 'vitest'

import { outboxOf } from '../outbox/outbox.ts'
import { readThread, threadOf, threadQuery } from '../thread/thread.ts'
import { aMessageList, aProblem, aReply, aSession, anId } from './samples.ts'

/** The chat that the entries are for. */
export const session = aSession()
export const replyUrl = `*/api/chats/sessions/${session.id}/reply`

/** The outbox of an owner who has this chat open. */
export function openOutbox() {
  queryClient.setQueryData(threadQuery(session.id).queryKey, threadOf(aMessageList(session, [])))
  return outboxOf(anId('owner'))
}
type Outbox = ReturnType<typeof openOutbox>

export const anEntry = (text: string) => ({
  clientId: `c_${text}`,
  sessionId: session.id,
  text,
  undoSeconds: 5,
})

/** What waits in it. */
export const entriesOf = ({ store, entriesAtom }: Outbox) => store.get(entriesAtom)

export function firstOf(outbox: Outbox) {
  const [entry] = entriesOf(outbox)
  assert(entry !== undefined)
  return entry
}

/** The texts of the chat, as its thread knows them. */
export const texts = () => readThread(session.id)?.items.map(({ text }) => text)

export function onlyMessage() {
  const message = readThread(session.id)?.items[0]
  assert(message !== undefined)
  return message
}

/** Takes replies as the api does: the same clientId once. */
export function takeReplies(received: string[], chat: () => object = () => session) {
  return http.post(replyUrl, async ({ request }) => {
    const { message: text, clientId } = (await request.json()) as {
      message: string
      clientId: string
    }
    if (!received.includes(text)) received.push(text)
    const seq = received.indexOf(text) + 1
    const reply = aReply({ sessionId: session.id, text, clientId, seq, id: anId('msg', 900 + seq) })
    const balance = { amountMinor: 100, messagesLeft: 5 }
    return HttpResponse.json(
      { success: true, message: reply, session: chat(), balance },
      { status: 202 },
    )
  })
}

/** Takes replies back as the api does: once each. */
export function takeBackReplies(
  deleted: string[],
  before: () => Response | undefined = () => undefined,
  chat: () => object = () => session,
) {
  return http.delete('*/api/chats/messages/:id', ({ params }) => {
    const id = String(params['id'])
    const isGone = deleted.includes(id)
    deleted.push(id)
    const instead = before()
    if (instead !== undefined) return instead
    if (isGone) return HttpResponse.json(aProblem(404, 'not_found'), { status: 404 })
    return HttpResponse.json({ success: true, restored: 'Taken back', session: chat() })
  })
}
