import type * as z from 'zod/mini'

import type { AccountEvent, phoneAccountSchema } from './phone-schemas.ts'
import { findBusiness } from './phone.ts'
import { templateKey, templatesOf } from './send.ts'
import type { SimulatedBusiness, SimulatedTemplate, Simulation } from './simulation.ts'

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

/** Applies an event to the business's account, and sends its webhook. */
export async function applyAccountEvent(
  simulation: Simulation,
  { to, event, template, code, retryAfter }: z.output<typeof phoneAccountSchema>,
): Promise<void> {
  const business = await findBusiness(simulation, to)
  if (event === 'revoke_token' || event === 'restore_token') {
    business.isRevoked = event === 'revoke_token'
  } else if (event === 'deregister' || event === 'change_pin') {
    business.isRegistered = false
    if (event === 'change_pin') business.pin = 'another'
  } else if (event === 'throttle' || event === 'unthrottle') {
    business.throttle = event === 'throttle' ? { code, retryAfter } : undefined
  } else if (event === 'pause_template' || event === 'template_to_marketing') {
    const all = await templatesOf(simulation, business)
    for (const one of all.filter(({ name }) => name === template)) {
      await changeTemplate(simulation, business, { template: one, event })
    }
  } else {
    if (event in disabledBy) business.isDisabled = disabledBy[event] ?? false
    const change = webhookOf[event](business)
    await simulation.deliveries.deliver(business, { ...change, isOfAccount: true })
  }
}

const disabledBy: Partial<Record<AccountEvent, boolean>> = {
  disable: true,
  offboard: true,
  remove_partner: true,
  reinstate: false,
  reconnect: false,
}

interface AccountWebhook {
  field: string
  value: object
  entryId?: string
}

const update = (event: string, more: object = {}): AccountWebhook => ({
  field: 'account_update',
  value: { event, ...more },
})
const ban = (state: string, at: Date): AccountWebhook => {
  const date = at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return update('DISABLED_UPDATE', { ban_info: { waba_ban_state: state, waba_ban_date: date } })
}
const quality = (event: string, number: string): AccountWebhook => ({
  field: 'phone_number_quality_update',
  value: { display_phone_number: number, event, current_limit: 'TIER_1K' },
})

/** The webhook of each event, as the provider sends it. */
const webhookOf: Record<
  Exclude<
    AccountEvent,
    | 'revoke_token'
    | 'restore_token'
    | 'deregister'
    | 'change_pin'
    | 'throttle'
    | 'unthrottle'
    | 'pause_template'
    | 'template_to_marketing'
  >,
  (business: SimulatedBusiness) => AccountWebhook
> = {
  schedule_disable: () => ban('SCHEDULE_FOR_DISABLE', inDays(61)),
  disable: () => ban('DISABLE', inDays(0)),
  reinstate: () => ban('REINSTATE', inDays(0)),
  offboard: () => update('ACCOUNT_OFFBOARDED'),
  reconnect: () => update('ACCOUNT_RECONNECTED'),
  // The entry's id is that of the business portfolio.
  remove_partner: ({ wabaId }) => ({
    ...update('PARTNER_REMOVED', { waba_info: { waba_id: wabaId } }),
    entryId: '9000000000000001',
  }),
  restrict: () => {
    const expiration = Math.floor(inDays(7).getTime() / 1000)
    const kind = 'RESTRICTED_BIZ_INITIATED_MESSAGING'
    return update('ACCOUNT_RESTRICTION', {
      restriction_info: [{ restriction_type: kind, expiration }],
    })
  },
  flag_quality: ({ displayNumber }) => quality('FLAGGED', displayNumber),
  flag_other_number: () => quality('FLAGGED', '15559998888'),
  unflag_quality: ({ displayNumber }) => quality('UNFLAGGED', displayNumber),
}

async function changeTemplate(
  simulation: Simulation,
  business: SimulatedBusiness,
  { template, event }: { template: SimulatedTemplate; event: AccountEvent },
): Promise<void> {
  const { name, language, category } = template
  const about = { message_template_name: name, message_template_language: language }
  const isPaused = event === 'pause_template'
  const change = isPaused ? { status: 'PAUSED' } : { category: 'MARKETING' }
  business.templates.set(templateKey(template), { ...template, ...change })
  await simulation.deliveries.deliver(business, {
    ...(isPaused
      ? {
          field: 'message_template_status_update',
          value: { ...about, event: 'PAUSED', reason: 'NONE' },
        }
      : {
          field: 'template_category_update',
          value: { ...about, previous_category: category, new_category: 'MARKETING' },
        }),
    isOfAccount: true,
  })
}
