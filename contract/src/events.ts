import * as z from 'zod/mini'

/** The types of events on the stream. */
export const eventTypes = [
  'message.created',
  'message.updated',
  'session.created',
  'session.updated',
  'session.read',
  'form_data.updated',
  'run.state',
  'job.updated',
  'billing.updated',
  'channel.updated',
  'settings.updated',
  'sign_ins.updated',
] as const
export type EventType = (typeof eventTypes)[number]

/**
 * One event of `GET /events`. `id` counts up for each owner and is what `Last-Event-ID` names;
 * `sessionSeq` counts up for each chat: a gap means that something was missed.
 */
export const eventSchema = z.object({
  id: z.int(),
  type: z.enum(eventTypes),
  at: z.iso.datetime(),
  sessionId: z.optional(z.string()),
  sessionSeq: z.optional(z.int()),
  data: z.record(z.string(), z.unknown()),
})
export type OwnerEvent = z.infer<typeof eventSchema>
