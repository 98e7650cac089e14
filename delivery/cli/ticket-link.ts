import * as z from 'zod/mini'

import type { Ticket } from '../rollouts/ticket.ts'
import type { Session } from './session.ts'

const ticketAnswer = z.object({ ticket: z.string(), expiresAt: z.string() })

interface WantedLink extends Partial<Pick<Ticket, 'apps' | 'local'>> {
  seconds: number
  /** The page to open. */
  path: string
}

/** A link that opens a page with what a ticket of the registry puts into it. */
export async function makeTicketLink(
  { registry, edgeUrl }: Session,
  { path, ...body }: WantedLink,
): Promise<{ url: string; expiresAt: string }> {
  const { ticket, expiresAt } = await registry.post('/tickets', ticketAnswer, { body })
  const url = new URL(path, edgeUrl)
  url.searchParams.set('ticket', ticket)
  return { url: url.href, expiresAt }
}
