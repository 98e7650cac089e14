import type { Queries } from '../../database/database.ts'
import { findMessageBy } from './messages.repo.ts'

interface Tapped {
  type: string
  text: string
  replyToProviderId?: string | undefined
}

/** Whether somebody has tapped one of the choices that we gave him, which answers our question. */
export async function isTappedChoice(
  queries: Queries,
  ownerId: string,
  { type, text, replyToProviderId: providerId }: Tapped,
): Promise<boolean> {
  if (type !== 'interactive' || providerId === undefined) return false
  const asked = await findMessageBy(queries, { ownerId, providerId })
  return asked?.choices?.options.some(({ title }) => title === text) === true
}
