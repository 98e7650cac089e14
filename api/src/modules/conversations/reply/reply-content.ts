import { maxCaptionLength, mediaKindOf } from '@errand/contract/chats/media'
import type { MessageTemplate } from '@errand/contract/chats/message'
import type { replySchema } from '@errand/contract/chats/reply'
import { textTemplate } from '@errand/contract/chats/template'
import { hasVisibleText } from '@errand/contract/visible-text'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { keepUpload } from '../../../platform/files/files.service.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { shownName } from '../../chats/contacts/shown-name.ts'
import type { ContactRow, MessageRow, SessionRow } from '../../chats/rows.ts'
import { isWindowOpen } from '../../chats/sessions/sessions.repo.ts'
import {
  findTemplates,
  listApproved,
  renderTemplate,
  type TemplateRow,
} from '../../chats/templates.repo.ts'

export type Reply = z.output<typeof replySchema>

/** The content of a reply: free text, a file with its caption, or a filled-in template. */
interface ReplyContent {
  text: string
  template?: MessageTemplate
  media?: NonNullable<MessageRow['media']>
}

interface Chat {
  session: SessionRow
  contact: ContactRow
}

/** Reads the content of a reply by the rules of the 24-hour window. */
export function readContent(queries: Queries, chat: Chat, reply: Reply): Promise<ReplyContent> {
  const { mediaId } = reply
  if (mediaId !== undefined) return readMedia(queries, chat, { ...reply, mediaId })
  return reply.templateName === textTemplate.name
    ? readText(queries, chat, reply)
    : readTemplate(queries, chat.session.ownerId, reply)
}

/** Free text while the window is open; after that, an approved template with the name of the free-text one. */
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

/** A file that the owner uploaded, and that no other message has; the text is its caption. */
async function readMedia(
  queries: Queries,
  chat: Chat,
  reply: Reply & { mediaId: string },
): Promise<ReplyContent> {
  const { templateName, message: text, mediaId: id } = reply
  if (templateName !== textTemplate.name) {
    throw invalid('#/mediaId', 'not_allowed', 'A template has no file.')
  }
  const [caption] = reply.components.map((component) => component.text)
  if (reply.components.length !== 1 || caption !== text) throw contentMismatch(caption ?? '')
  if (text.length > maxCaptionLength) {
    throw invalid('#/message', 'too_long', `At most ${maxCaptionLength} characters with a file.`)
  }
  if (!isWindowOpen(chat.session)) throw await windowClosed(queries, chat)
  const file = await keepUpload(queries, { ownerId: chat.session.ownerId, id })
  if (file === undefined) {
    throw invalid('#/mediaId', 'not_found', 'There is no such file, or it was sent already.')
  }
  const { mimeType, size: bytes, name: fileName } = file
  if (text !== '' && mediaKindOf(mimeType) === 'audio') {
    throw invalid('#/message', 'not_allowed', 'WhatsApp shows no text with audio.')
  }
  return { text, media: { id, mimeType, bytes, fileName } }
}

function invalid(pointer: string, code: string, detail: string): Problem {
  return new Problem('validation_failed', { errors: [{ pointer, code, detail }] })
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

/** The values of a template's blanks; their number has to match, and none may be empty. */
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

/** Refuses a reply whose text differs from what the contact would get. */
function contentMismatch(expected: string): Problem {
  const detail = 'This is not what the contact would get.'
  return new Problem('validation_failed', {
    errors: [{ pointer: '#/message', code: 'mismatch', detail, params: { expected } }],
  })
}

/** The problem that the window is closed, with the time since the contact wrote and usable templates. */
export async function windowClosed(queries: Queries, { session, contact }: Chat): Promise<Problem> {
  const { lastInboundAt, windowExpiresAt, ownerId } = session
  const approved = await listApproved(queries, ownerId)
  const name = shownName(contact)
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
