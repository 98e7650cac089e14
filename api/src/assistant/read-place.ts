import type { TurnMessage } from '../ai/turn.ts'
import type { MessageRow } from '../chats/rows.ts'

const pair = /^(-?\d{1,2}(?:\.\d+)?), (-?\d{1,3}(?:\.\d+)?)$/

/** The place that a message shares: its text ends with the two numbers, below a name and an address. */
export function readPlace({
  type,
  text,
}: Pick<MessageRow, 'type' | 'text'>): TurnMessage['place'] | undefined {
  if (type !== 'location') return undefined
  const lines = text.trim().split('\n')
  const [, latitude, longitude] = pair.exec(lines.at(-1) ?? '') ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  const [name, ...address] = lines.slice(0, -1)
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    ...(name !== undefined && { name: name.slice(0, 200) }),
    ...(address.length > 0 && { address: address.join('\n').slice(0, 500) }),
  }
}
