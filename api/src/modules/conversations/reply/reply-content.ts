import type { MessageTemplate } from '@errand/contract/chats/message'
import type { replySchema } from '@errand/contract/chats/reply'
import { textTemplate } from '@errand/contract/chats/template'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { ContactRow, SessionRow } from '../../chats/rows.ts'
import {
  findTemplates,
  listApproved,
  renderTemplate,
  type TemplateRow,
} from '../../chats/templates.repo.ts'
import { isWindowOpen } from '../../chats/sessions/sessions.repo.ts'

export type Reply = z.output<typeof replySchema>

/** What goes out: free text, or a template filled in. */
interface ReplyContent {
  text: string
  template?: MessageTemplate
}

interface Chat {
  session: SessionRow
  contact: ContactRow
}

/** What a reply says, by the rules of the 24-hour window. */
export function readContent(queries: Queries, chat: Chat, reply: Reply): Promise<ReplyContent> {
  return reply.templateName === textTemplate.name
    ? readText(queries, chat, reply)
    : readTemplate(queries, chat.session.ownerId, reply)
}

/** Free text while the window is open; outside it, an approved template that is really called so. */
async function readText(queries: Queries, chat: Chat, reply: Reply): Promise<ReplyContent> {
  const { ownerId } = chat.session
  const [text] = requireValues(reply, 1)
  if (text !== reply.message) throw contentMismatch(text ?? '')
  if (isWindowOpen(chat.session)) return { text }
  const all = await findTemplates(queries, ownerId, textTemplate.name)
  const usable = all.filter((one) => one.status === 'APPROVED' && one.variables.length === 1)
  const template = usable.find((one) => one.language === reply.languageCode) ?? usable[0]
  if (template === undefined) throw await windowClosed(queries, chat)
  return fillIn(template, [text])
}

async function readTemplate(
  queries: Queries,
  ownerId: string,
  reply: Reply,
): Promise<ReplyContent> {
  const { templateName, languageCode } = reply
  const all = await findTemplates(queries, ownerId, templateName)
  const template = all.find(({ language }) => language === languageCode)
  if (template?.status !== 'APPROVED') {
    const name = `${templateName} (${languageCode})`
    const state = template === undefined ? 'is not known' : `is ${template.status.toLowerCase()}`
    throw new Problem('template_not_approved', {
      detail: `The template ${name} ${state}.`,
      meta: { status: template?.status ?? null },
    })
  }
  const content = fillIn(template, requireValues(reply, template.variables.length))
  if (content.text !== reply.message) throw contentMismatch(content.text)
  return content
}

/** The values of the blanks, as many as there are blanks and something to see in each of them. */
function requireValues({ components }: Reply, expected: number): string[] {
  const got = components.length
  if (got !== expected) {
    throw new Problem('template_params_mismatch', {
      detail: `${expected} of type BODY expected, not ${got}.`,
      meta: { expected, got },
    })
  }
  const values = components.map(({ text }) => text)
  const empty = values.findIndex((value) => !hasVisibleText(value))
  if (empty === -1) return values
  const pointer = `#/components/${empty}/text`
  throw new Problem('validation_failed', {
    errors: [{ pointer, code: 'too_short', detail: 'At least 1 character.', params: { min: 1 } }],
  })
}

function fillIn(template: TemplateRow, values: string[]): ReplyContent {
  const { name, language, category } = template
  const components = values.map((text) => ({ type: 'BODY' as const, text }))
  return {
    text: renderTemplate(template, values),
    template: { name, language, category, components },
  }
}

/** What is shown has to be what is sent. */
function contentMismatch(expected: string): Problem {
  const detail = 'This is not what the contact would get.'
  return new Problem('validation_failed', {
    errors: [{ pointer: '#/message', code: 'mismatch', detail, params: { expected } }],
  })
}

/** Says for how long the contact has been silent, and what could be sent instead. */
export async function windowClosed(queries: Queries, { session, contact }: Chat): Promise<Problem> {
  const { lastInboundAt, windowExpiresAt, ownerId } = session
  const approved = await listApproved(queries, ownerId)
  const name = contactName(contact)
  return new Problem('window_closed', {
    detail:
      lastInboundAt === null
        ? `${name} has not written yet. Send a template or wait for a message.`
        : `${name} last wrote ${hoursSince(lastInboundAt)} h ago. Send a template or wait for a reply.`,
    meta: {
      windowClosedAt: windowExpiresAt?.toISOString() ?? null,
      suggestedTemplates: [...new Set(approved.map((template) => template.name))],
    },
  })
}

function hoursSince(at: Date): number {
  return Math.floor((Date.now() - at.getTime()) / 3_600_000)
}
