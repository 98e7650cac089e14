import type { MessageError } from '@errand/contract/chats/message'
import { templateStatuses, type Template } from '@errand/contract/chats/template'
import { and, eq } from 'drizzle-orm'

import type { Database, Queries } from '../../../platform/database/database.ts'
import { templates } from '../../../platform/database/schema.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { readPreferences } from '../../account/settings-view.ts'
import {
  type AccountReport,
  degradeChannel,
  isOwnNumber,
  loseChannel,
  restoreChannel,
} from '../../chats/channel-health.ts'
import { releaseHeld } from '../held-messages.ts'
import type { EventContext, WebhookEvent } from './read-events.ts'
import type { AccountEventValue } from './webhook-schemas.ts'

type AccountEvent = Extract<WebhookEvent, { type: 'account' }>

const notice = (code: number, title: string, detail: string): MessageError => ({
  code,
  title,
  detail,
  retryable: false,
  action: 'reconnect',
})

const codes = { locked: 131_031, restricted: 368, flagged: 131_048, unapproved: 131_037 }
const seeMail = 'See the mail from Meta.'

/** Events that end an account, and how they are shown to its owner. */
const accountEnds: Record<string, MessageError> = {
  ACCOUNT_DELETED: notice(codes.locked, 'The WhatsApp account was deleted', seeMail),
  ACCOUNT_OFFBOARDED: notice(
    codes.locked,
    'The number was disconnected in the WhatsApp app',
    'Connect it there again.',
  ),
  PARTNER_REMOVED: notice(
    codes.locked,
    'Access to the WhatsApp account was removed',
    'Connect the number again.',
  ),
  DISABLE: notice(codes.locked, 'The account is locked', seeMail),
}

/** Applies an event about the account, its number or one of its templates. */
export async function applyAccountEvent(
  { database, queue }: { database: Database; queue: Queue },
  whose: EventContext,
  { field, event, at, toldAt }: AccountEvent,
): Promise<void> {
  await database.transaction(async (queries) => {
    if (field.includes('template')) {
      await changeTemplate(queries, whose, event)
      return queue.add(queries, 'templates.fetch', { ownerId: whose.ownerId })
    }
    const news = { ...whose, at, toldAt }
    if (field === 'phone_number_quality_update') return applyQuality(queries, news, event)
    if (field === 'account_review_update') return applyReview(queries, news, event)
    if (field === 'account_update') return applyUpdate({ queries, queue }, news, event)
  })
}

type AccountNews = EventContext & Pick<AccountReport, 'toldAt'> & { at: Date }

/** Applies the quality rating of a number. */
async function applyQuality(
  queries: Queries,
  news: AccountNews,
  { event, display_phone_number: number }: AccountEventValue,
): Promise<void> {
  const { whatsapp } = await readPreferences(queries, news.ownerId)
  if (!(await isOwnNumber(queries, news, { number, chosen: whatsapp.displayPhone }))) return
  const quality = { ...news, about: 'quality' } as const
  if (event === 'FLAGGED' || event === 'DOWNGRADE') {
    const detail = 'Too many people blocked it or reported it as spam. Send fewer messages for now.'
    const reason = notice(codes.flagged, 'The quality of the number is low', detail)
    await degradeChannel(queries, { ...quality, reason })
  }
  if (event === 'UNFLAGGED' || event === 'UPGRADE') {
    await restoreChannel(queries, { ...quality, codes: [codes.flagged] })
  }
}

async function applyReview(
  queries: Queries,
  news: AccountNews,
  { decision }: AccountEventValue,
): Promise<void> {
  const review = { ...news, about: 'review' } as const
  if (decision === 'REJECTED') {
    const reason = notice(codes.unapproved, 'Meta did not approve the account', seeMail)
    await degradeChannel(queries, { ...review, reason })
  }
  if (decision === 'APPROVED') {
    await restoreChannel(queries, { ...review, codes: [codes.unapproved] })
  }
}

async function applyUpdate(
  { queries, queue }: { queries: Queries; queue: Queue },
  news: AccountNews,
  told: AccountEventValue,
): Promise<void> {
  const { ownerId, at } = news
  const { event = '', ban_info: ban } = told
  const word = event === 'DISABLED_UPDATE' ? (ban?.waba_ban_state ?? '') : event
  const account = { ...news, about: 'account' } as const
  const reason = Object.hasOwn(accountEnds, word) ? accountEnds[word] : undefined
  if (reason !== undefined) {
    await loseChannel(queries, { ...account, reason, since: at })
  } else if (word === 'REINSTATE' || word === 'ACCOUNT_RECONNECTED') {
    const isBack = await restoreChannel(queries, { ...account, codes: [codes.locked] })
    if (isBack) await releaseHeld(queries, queue, ownerId)
  } else if (word === 'SCHEDULE_FOR_DISABLE') {
    const when = ban?.waba_ban_date === undefined ? 'soon' : `on ${ban.waba_ban_date}`
    const warning = notice(codes.locked, `The account will be locked ${when}`, seeMail)
    await degradeChannel(queries, { ...account, reason: warning })
  } else if (word === 'ACCOUNT_VIOLATION') {
    const kind = told.violation_info?.violation_type ?? ''
    const detail = `It broke a policy of WhatsApp${kind === '' ? '' : `: ${kind}`}. ${seeMail}`
    const restricted = notice(codes.restricted, 'The account is restricted', detail)
    await degradeChannel(queries, { ...news, about: 'restriction', reason: restricted })
  } else if (word === 'ACCOUNT_RESTRICTION') await applyRestriction(queries, news, told)
  // Whatever the event means: check whether the number works.
  else if (event === 'DISABLED_UPDATE' || event === 'PARTNER_APP_UNINSTALLED') {
    await queue.add(queries, 'channel.check', { ownerId })
  }
}

const restrictions = new Map([
  ['RESTRICTED_BIZ_INITIATED_MESSAGING', 'You cannot write to people first'],
  ['RESTRICTED_CUSTOMER_INITIATED_MESSAGING', 'You cannot answer people'],
  ['RESTRICTED_ADD_PHONE_NUMBER_ACTION', 'You cannot add phone numbers'],
])

/** Applies restrictions of the account, without those that are over. */
async function applyRestriction(
  queries: Queries,
  news: AccountNews,
  { restriction_info: told = [] }: AccountEventValue,
): Promise<void> {
  const now = new Date()
  const all = told.flatMap((one) => one ?? [])
  const current = all.filter(({ expiration }) => expiration === undefined || expiration > now)
  if (all.length > 0 && current.length === 0) return
  const lines = current.map(({ restriction_type: kind, expiration }) =>
    [
      restrictions.get(kind) ?? (kind || 'Something is not allowed'),
      ...(expiration === undefined ? [] : [`until ${dayOf(expiration)}`]),
    ].join(' '),
  )
  const detail = lines.length === 0 ? 'It broke a policy of WhatsApp.' : `${lines.join('. ')}.`
  const until = Math.max(...current.map(({ expiration }) => expiration?.getTime() ?? Infinity))
  await degradeChannel(queries, {
    ...news,
    about: 'restriction',
    reason: notice(codes.restricted, 'The account is restricted', detail),
    ...(lines.length > 0 && until !== Infinity && { until: new Date(until) }),
  })
}

const dayOf = (at: Date): string =>
  at.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const statuses = new Set<string>(templateStatuses)
const otherStatuses = new Map<string, Template['status']>([
  ['REINSTATED', 'APPROVED'],
  ['FLAGGED', 'APPROVED'],
])
const categories: readonly Template['category'][] = ['UTILITY', 'MARKETING', 'AUTHENTICATION']

/** Changes a template at once, so that it is not sent meanwhile; the other details follow with the list. */
async function changeTemplate(
  queries: Queries,
  { ownerId }: EventContext,
  told: AccountEventValue,
): Promise<void> {
  const { message_template_name: name, message_template_language: language, event = '' } = told
  if (name === undefined || language === undefined) return
  const status = statuses.has(event) ? (event as Template['status']) : otherStatuses.get(event)
  const category = categories.find((one) => one === told.new_category)
  if (status === undefined && category === undefined) return
  await queries
    .update(templates)
    .set({ ...(status && { status }), ...(category && { category }), updatedAt: new Date() })
    .where(
      and(
        eq(templates.ownerId, ownerId),
        eq(templates.name, name),
        eq(templates.language, language),
      ),
    )
}
