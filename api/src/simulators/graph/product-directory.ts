import { and, desc, eq, isNull } from 'drizzle-orm'

import { toPreferences } from '../../auth/settings-view.ts'
import { listTemplates, type TemplateRow } from '../../chats/reply/templates.repo.ts'
import type { Database } from '../../database/database.ts'
import { chatSessions, contacts, users } from '../../database/schema.ts'
import type { Directory } from './directory.ts'
import type { SimulatedTemplate } from './world.ts'

const maxListed = 100

/** What the product knows of its owners: everybody who has an account here has a number there. */
export function productDirectory(database: () => Database): Directory {
  const columns = { ownerId: users.id, preferences: users.preferences, name: users.name }
  const listed = ({ ownerId, preferences, name }: Row) => ({
    ownerId,
    name: toPreferences(preferences).business.name || name || 'Business',
  })
  return {
    find: async (ownerId) => {
      const [row] = await database()
        .queries.select(columns)
        .from(users)
        .where(and(eq(users.id, ownerId), isNull(users.deletedAt)))
      return row && listed(row)
    },
    list: async () => {
      const rows = await database()
        .queries.select(columns)
        .from(users)
        .where(isNull(users.deletedAt))
        // Who has just come is who tries it out.
        .orderBy(desc(users.createdAt))
        .limit(maxListed)
      return rows.map(listed)
    },
    templates: async (ownerId) => {
      const rows = await listTemplates(database().queries, ownerId)
      return rows.map(toSimulated)
    },
    lastInboundAt: async (ownerId, waId) => {
      const rows = await database()
        .queries.select({ at: chatSessions.lastInboundAt })
        .from(chatSessions)
        .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
        .where(and(eq(contacts.ownerId, ownerId), eq(contacts.waId, waId)))
      const moments = rows.flatMap(({ at }) => at?.getTime() ?? [])
      return moments.length === 0 ? undefined : new Date(Math.max(...moments))
    },
  }
}

type Row = { ownerId: string } & Pick<typeof users.$inferSelect, 'preferences' | 'name'>

function toSimulated(row: TemplateRow): SimulatedTemplate {
  const { name, language, status, category, body, header, footer, buttons, variables } = row
  const examples = variables.map(({ name: blank, example }) =>
    row.parameterFormat === 'NAMED' ? { param_name: blank, example } : example,
  )
  const example =
    row.parameterFormat === 'NAMED'
      ? { body_text_named_params: examples }
      : { body_text: [examples] }
  return {
    id: `${name}.${language}`,
    name,
    language,
    status,
    category,
    parameter_format: row.parameterFormat,
    components: [
      ...(header === null ? [] : [{ type: 'HEADER', format: 'TEXT', text: header }]),
      { type: 'BODY', text: body, ...(variables.length > 0 && { example }) },
      ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
      ...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
    ],
  }
}
