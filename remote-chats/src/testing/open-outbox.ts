import { queryClient } from '@errand/shared-auth'
import { assert, expect, vi } from 'vitest'

import { readChat, toChat, chatQuery } from '../data/chat.ts'
import { outboxOf } from '../send/outbox.ts'
import { answer, refusal } from './page.tsx'
import { aMessageList, aReply, aSession, anId } from './samples.ts'

/** The session of the entries. */
export const session = aSession()
/** The id of the message that the first reply becomes. */
export const firstId = anId('msg', 901)

/** The outbox of an owner who has this chat open. */
export function openOutbox() {
  queryClient.setQueryData(chatQuery(session.id).queryKey, toChat(aMessageList(session, [])))
  return outboxOf(anId('owner'))
}
type Outbox = ReturnType<typeof openOutbox>

export const anEntry = (text: string) => ({
  clientId: `c_${text}`,
  sessionId: session.id,
  text,
  undoSeconds: 5,
})

/** The waiting entries. */
export const entriesOf = ({ store, entriesAtom }: Outbox) => store.get(entriesAtom)

export function firstOf(outbox: Outbox) {
  const [entry] = entriesOf(outbox)
  assert(entry !== undefined)
  return entry
}

/** Sends a reply and waits until it is in flight. */
export async function send(outbox: Outbox, text: string) {
  outbox.add(anEntry(text))
  await vi.waitFor(() => expect(firstOf(outbox).state).toBe('sending'))
  return firstOf(outbox)
}

/** The messages in the cached chat. */
export const messages = () => readChat(session.id)?.items ?? []
export const texts = () => messages().map(({ text }) => text)

/** Accepts replies as the api does, once per clientId; returns the accepted texts. */
export function takeReplies(chat: () => object = () => session): string[] {
  const received: string[] = []
  answer<{ message: string; clientId: string }>('post */reply', ({ message: text, clientId }) => {
    if (!received.includes(text)) received.push(text)
    const seq = received.indexOf(text) + 1
    const message = aReply({
      sessionId: session.id,
      text,
      clientId,
      seq,
      id: anId('msg', 900 + seq),
    })
    const balance = { amountMinor: 100, messagesLeft: 5 }
    return { success: true, message, session: chat(), balance }
  })
  return received
}

/** Takes replies back as the api does, once each; returns the requested ids. */
export function takeBackReplies(
  before: (calls: number) => Response | undefined = () => undefined,
  chat: () => object = () => session,
): string[] {
  const deleted: string[] = []
  answer('delete */api/chats/messages/:id', (_, { url }) => {
    const id = url.slice(url.lastIndexOf('/') + 1)
    const isGone = deleted.includes(id)
    deleted.push(id)
    const taken = { success: true, restored: 'Taken back', session: chat() }
    return before(deleted.length) ?? (isGone ? refusal(404, 'not_found') : taken)
  })
  return deleted
}
