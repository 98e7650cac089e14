import type { remarks } from '../database/schema.ts'
import type { DemoAccount } from './demo-account.ts'
import { plus } from './demo-time.ts'
import type { MadeChat } from './make-chat.ts'

const texts = [
  'Regular, likes the seat at the window',
  'Pays in cash',
  'Comes with two children',
  'Prefers a call in the evening',
  'जल्दी उत्तर देते हैं',
  'Bitte immer vorher bestätigen',
  'Le gusta la tarta de limón',
]

/** What the owner notes on a few messages; their chats count it. */
export function makeRemarks(
  { ownerId, newId, random, now }: DemoAccount,
  chats: readonly MadeChat[],
  authorName: string,
): (typeof remarks.$inferInsert)[] {
  return chats.flatMap(({ session, messages }) => {
    if (!random.chance(0.06)) return []
    const message = random.pick(messages)
    const createdAt = plus(message.createdAt, random.between(10_000, 60_000))
    if (createdAt > now) return []
    session.remarkCount = 1
    const id = newId('remark', createdAt)
    return [
      {
        id,
        ownerId,
        sessionId: session.id,
        messageId: message.id,
        text: random.pick(texts),
        authorName,
        createdAt,
        editedAt: null,
      },
    ]
  })
}
