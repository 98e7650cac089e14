import * as z from 'zod/mini'

import { readEnvelope } from './envelope.ts'
import * as schemas from './webhook-schemas.ts'

/** One thing that a webhook tells, in the order in which it happened. */
export type ToldEvent = { at: Date } & (
  | { type: 'message'; message: schemas.ToldMessage; name: string }
  | { type: 'echo'; message: schemas.ToldMessage }
  | { type: 'status'; status: schemas.ToldStatus }
  | { type: 'preference'; preference: schemas.ToldPreference }
  | { type: 'account'; field: string; event: schemas.ToldAccountEvent }
)

/** All that a stored webhook tells; what we do not understand is left out. */
export function readEvents({ body, receivedAt }: { body: string; receivedAt: Date }): ToldEvent[] {
  const changes = readEnvelope(body)?.entry.flatMap((entry) => entry.changes) ?? []
  return changes.flatMap(({ field, value }): ToldEvent[] => {
    switch (field) {
      case 'messages':
        return [...readMessages(value), ...readStatuses(value)]
      case 'smb_message_echoes':
        return listOf(value['message_echoes'], schemas.messageSchema).map((message) => ({
          type: 'echo',
          at: message.timestamp,
          message,
        }))
      case 'user_preferences':
        return listOf(value['user_preferences'], schemas.preferenceSchema).map((preference) => ({
          type: 'preference',
          at: preference.timestamp,
          preference,
        }))
      default:
        return readAccountEvent(field, value, receivedAt)
    }
  })
}

function readMessages(value: Record<string, unknown>): ToldEvent[] {
  const contacts = listOf(value['contacts'], schemas.contactSchema)
  return listOf(value['messages'], schemas.messageSchema).map((message) => ({
    type: 'message',
    at: message.timestamp,
    message,
    name: nameOf(message, contacts),
  }))
}

function readStatuses(value: Record<string, unknown>): ToldEvent[] {
  return listOf(value['statuses'], schemas.statusSchema).map((status) => ({
    type: 'status',
    at: status.timestamp,
    status,
  }))
}

function readAccountEvent(field: string, value: unknown, at: Date): ToldEvent[] {
  const parsed = z.safeParse(schemas.accountEventSchema, value)
  return parsed.success ? [{ type: 'account', at, field, event: parsed.data }] : []
}

function nameOf(
  { from, from_user_id: userId }: schemas.ToldMessage,
  contacts: schemas.ToldContact[],
): string {
  const sender = contacts.find((one) =>
    from === undefined ? one.user_id === userId : one.wa_id === from,
  )
  return (sender ?? contacts[0])?.profile?.name ?? ''
}

/** One that is not as it should be must not cost us the others. */
function listOf<S extends z.core.$ZodType>(value: unknown, schema: S): z.output<S>[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => {
    const parsed = z.safeParse(schema, one)
    return parsed.success ? [parsed.data] : []
  })
}
