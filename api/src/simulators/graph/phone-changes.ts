import type { PhoneChange } from './phone-schemas.ts'
import { businessAt, toWaId } from './phone.ts'
import { GraphRefusal } from './refusal.ts'
import { newWamid } from './simulated-ids.ts'
import type { Simulation } from './simulation.ts'
import type { PhoneMessage } from './world.ts'

/** Edits a message, or deletes it for everyone: both phones show it at once. */
export async function changeOnPhone(
  simulation: Simulation,
  { from, to, by, id, text, deliveries }: PhoneChange,
): Promise<PhoneMessage> {
  const business = await businessAt(simulation, to)
  const waId = toWaId(from)
  const chat = await simulation.chat(business, { waId })
  const message = chat.messages.find((one) => one.id === id && one.from === by)
  if (message === undefined || message.isDeleted === true) {
    const details = 'There is no such message of theirs.'
    throw new GraphRefusal({ code: 100, title: 'Unknown message', details }, 404)
  }
  const changedAt = nextSecond(message)
  Object.assign(message, { changedAt }, text === undefined ? deleted : { text })
  const { phoneNumberId, displayNumber } = business
  simulation.news.publish({ type: 'message', phoneNumberId, waId, message })
  const timestamp = String(Date.parse(changedAt) / 1000)
  const about = { id: newWamid(), timestamp, ...contentOf(message) }
  const [field, value] =
    by === 'business'
      ? ([
          'smb_message_echoes',
          { message_echoes: [{ from: displayNumber, to: waId, ...about }] },
        ] as const)
      : ([
          'messages',
          {
            contacts: [{ profile: { name: chat.name }, wa_id: waId }],
            messages: [{ from: waId, ...about }],
          },
        ] as const)
  for (let copy = 0; copy < deliveries; copy += 1) {
    void simulation.deliveries.tell(business, { field, value })
  }
  return message
}

const deleted = { isDeleted: true, text: '', media: undefined, choices: undefined, reactions: {} }

/** The provider counts in seconds, and nobody edits twice within one. */
function nextSecond({ at, changedAt }: PhoneMessage): string {
  const last = changedAt === undefined ? Date.parse(at) : Date.parse(changedAt) + 1000
  return new Date(Math.floor(Math.max(Date.now(), last) / 1000) * 1000).toISOString()
}

/** What changed, as the provider tells it. */
function contentOf({ id, type, text, media, isDeleted }: PhoneMessage): object {
  if (isDeleted === true) return { type: 'revoke', revoke: { original_message_id: id } }
  const said =
    media === undefined
      ? { type: 'text', text: { body: text } }
      : { type, [type]: { id: media.id, mime_type: media.mimeType, caption: text } }
  return { type: 'edit', edit: { original_message_id: id, message: said } }
}
