import { toSearchWords } from '../src/modules/chats/search/search-words.ts'
import type { Queries } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { chatSessions, contacts, messages, templates } from '../src/platform/database/schema.ts'

type SessionRow = typeof chatSessions.$inferInsert
type MessageRow = typeof messages.$inferInsert

let count = 0

/** A chat with somebody new, as the database holds it. */
export async function insertChat(
  queries: Queries,
  chat: Pick<SessionRow, 'ownerId'> & Partial<SessionRow>,
): Promise<typeof chatSessions.$inferSelect> {
  count += 1
  const at = chat.createdAt ?? new Date()
  const contactId = newId('contact')
  await queries.insert(contacts).values({
    id: contactId,
    ownerId: chat.ownerId,
    name: `Person ${count}`,
    phoneNumber: `+1444${String(count).padStart(7, '0')}`,
    searchWords: toSearchWords(chat.ownerId, ['person', String(count)]),
    createdAt: at,
  })
  const [row] = await queries
    .insert(chatSessions)
    .values({
      id: newId('session'),
      contactId,
      channel: 'simulator',
      status: 'active',
      handler: 'assistant',
      handlerSince: at,
      createdAt: at,
      updatedAt: at,
      lastActivityAt: at,
      ...chat,
    })
    .returning()
  if (row === undefined) throw new Error('The chat was not stored')
  return row
}

/** A message of a chat, as the database holds it. */
export async function insertMessage(
  queries: Queries,
  chat: { id: string; ownerId: string },
  message: Pick<MessageRow, 'seq'> & Partial<MessageRow>,
): Promise<void> {
  const isInbound = (message.direction ?? 'in') === 'in'
  await queries.insert(messages).values({
    id: newId('message'),
    ownerId: chat.ownerId,
    sessionId: chat.id,
    direction: 'in',
    author: isInbound ? 'contact' : 'assistant',
    type: 'text',
    text: '',
    status: isInbound ? 'received' : 'sent',
    statusAt: {},
    searchWords: toSearchWords(chat.ownerId, []),
    createdAt: new Date(),
    ...message,
  })
}

/** An approved template of an owner, as the provider gave it to us. */
export async function insertTemplate(
  queries: Queries,
  template: Pick<typeof templates.$inferInsert, 'ownerId' | 'name' | 'body'> &
    Partial<typeof templates.$inferInsert>,
): Promise<void> {
  await queries.insert(templates).values({
    language: 'en',
    category: 'UTILITY',
    status: 'APPROVED',
    buttons: [],
    variables: [],
    parameterFormat: 'POSITIONAL',
    updatedAt: new Date(),
    ...template,
  })
}
