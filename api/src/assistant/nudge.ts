import { readPreferences } from '../auth/settings-view.ts'
import { findTemplates } from '../chats/reply/templates.repo.ts'
import { renderTemplate } from '../chats/reply/template-text.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { readPhrases } from './chat-phrases.ts'
import { isDue } from './gate.ts'
import { after, say, withMore, type PendingChat } from './pending-chat.ts'

const againMs = 24 * 60 * 60_000

/**
 * Tells a contact that an answer waits for him, where the owner has chosen a template for that: an
 * approved one that sells nothing and has no blanks, once a day. His own words open the window.
 */
export async function nudge(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
): Promise<PendingChat> {
  const session = after(chat)
  const { assistant, business } = await readPreferences(queries, session.ownerId)
  const at = new Date()
  if (assistant.nudgeTemplate === '' || !isDue(session.notices.nudge, againMs, at)) return chat
  const all = await findTemplates(queries, session.ownerId, assistant.nudgeTemplate)
  const usable = all.filter(
    ({ status, category, variables }) =>
      status === 'APPROVED' && category === 'UTILITY' && variables.length === 0,
  )
  const { tag } = await readPhrases(queries, session, business)
  const template = usable.find(({ language }) => language.split('_')[0] === tag) ?? usable[0]
  if (template === undefined) return chat
  const { name, language, category } = template
  const told = await say(queries, queue, chat, {
    author: 'assistant',
    text: renderTemplate(template, []),
    template: { name, language, category, components: [] },
    heldUntil: at,
    at,
  })
  return withMore(told, { notices: { ...session.notices, nudge: at.toISOString() } })
}
