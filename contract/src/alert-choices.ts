import * as z from 'zod/mini'

/**
 * What an owner can be alerted to: a chat asks for a person, a form is complete, a contact writes in a chat
 * that the owner handles, a message was not delivered, a reminder is due or little time is left to reply,
 * credit is low or used up.
 */
export const alertKinds = [
  'handoff',
  'booking',
  'message',
  'failed',
  'reminder',
  'lowBalance',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Which alerts come. */
export const alertChoicesSchema = z.object({
  handoff: z.boolean(),
  booking: z.boolean(),
  message: z.boolean(),
  failed: z.boolean(),
  reminder: z.boolean(),
  lowBalance: z.boolean(),
} satisfies Record<AlertKind, unknown>)

/** Which alerts come by push and by e-mail until the owner chooses. */
export const defaultAlerts = {
  push: {
    handoff: true,
    booking: true,
    message: false,
    failed: true,
    reminder: true,
    lowBalance: true,
  },
  email: {
    handoff: true,
    booking: false,
    message: false,
    failed: false,
    reminder: false,
    lowBalance: true,
  },
} satisfies Record<'push' | 'email', Record<AlertKind, boolean>>

/** The choices as answers: an earlier release of the api does not name all of them. */
export const answeredChoices = {
  email: z.extend(alertChoicesSchema, {
    booking: z._default(z.boolean(), defaultAlerts.email.booking),
    message: z._default(z.boolean(), defaultAlerts.email.message),
    failed: z._default(z.boolean(), defaultAlerts.email.failed),
    reminder: z._default(z.boolean(), defaultAlerts.email.reminder),
  }),
  push: z._default(
    z.extend(alertChoicesSchema, {
      reminder: z._default(z.boolean(), defaultAlerts.push.reminder),
    }),
    defaultAlerts.push,
  ),
}
