import type { MessageError } from '@errand/contract/chats/message'
import type { Template } from '@errand/contract/chats/template'
import { and, eq } from 'drizzle-orm'

import { degradeChannel, loseChannel } from '../../channel/channel-health.ts'
import type { Queries } from '../../database/database.ts'
import { templates } from '../../database/schema.ts'
import type { Whose } from './apply-event.ts'
import type { ToldEvent } from './read-events.ts'
import type { ReceiveWith } from './receive-webhooks.ts'

type AccountEvent = Extract<ToldEvent, { type: 'account' }>

const notice = (code: number, title: string, detail: string): MessageError => ({
  code,
  title,
  detail,
  retryable: false,
  action: 'reconnect',
})

/** What ends an account, by the provider's word for it. */
const ends = new Set([
  'ACCOUNT_DELETED',
  'DISABLED_UPDATE',
  'PARTNER_REMOVED',
  'ACCOUNT_OFFBOARDED',
])
const restricts = new Set(['ACCOUNT_RESTRICTION', 'ACCOUNT_VIOLATION'])
const lowers = new Set(['FLAGGED', 'DOWNGRADE'])

const locked = notice(131_031, 'The account is locked', 'See the mail from Meta.')
const restricted = notice(368, 'The account is restricted', 'It broke a policy of WhatsApp.')
const flagged = notice(
  131_048,
  'The quality of the number is low',
  'Too many people blocked it or reported it as spam. Write less for now.',
)

/** Something happened to the account, its number or one of its templates. */
export async function applyAccountEvent(
  { database, queue }: ReceiveWith,
  whose: Whose,
  { field, event, at }: AccountEvent,
): Promise<void> {
  const { event: word } = event
  if (field.startsWith('message_template')) {
    await database.transaction(async (queries) => {
      await changeTemplate(queries, whose, event)
      const { ownerId } = whose
      await queue.add(queries, 'templates.fetch', { ownerId })
    })
    return
  }
  await database.transaction(async (queries) => {
    if (ends.has(word)) await loseChannel(queries, { ...whose, reason: locked, since: at })
    if (restricts.has(word)) await degradeChannel(queries, { ...whose, reason: restricted })
    if (lowers.has(word)) await degradeChannel(queries, { ...whose, reason: flagged })
  })
}

const states: Record<string, Template['status']> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  PENDING: 'PENDING',
  REJECTED: 'REJECTED',
  PAUSED: 'PAUSED',
  FLAGGED: 'APPROVED',
  DISABLED: 'DISABLED',
}

/** At once, so that nobody sends it in between; the rest comes with the list. */
async function changeTemplate(
  queries: Queries,
  { ownerId }: Whose,
  told: AccountEvent['event'],
): Promise<void> {
  const { message_template_name: name, message_template_language: language } = told
  const status = states[told.event]
  if (name === undefined || language === undefined || status === undefined) return
  await queries
    .update(templates)
    .set({ status, updatedAt: new Date() })
    .where(
      and(
        eq(templates.ownerId, ownerId),
        eq(templates.name, name),
        eq(templates.language, language),
      ),
    )
}
