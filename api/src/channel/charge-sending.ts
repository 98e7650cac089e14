import type { Meter } from '../billing/meter.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { Problem } from '../http/problem.ts'

/** What is to be written down of a charge. */
interface Charged {
  message: Partial<MessageRow>
  session: Partial<Pick<SessionRow, 'billedMessages' | 'costMicros'>>
}

const nothing: Charged = { message: {}, session: {} }

/**
 * Takes the price of a message before it is sent, with the account locked: of many that wait, only as
 * many go out as the credit covers. Nothing comes back when it does not cover this one.
 */
export async function chargeSending(
  queries: Queries,
  meter: Meter,
  { message, session }: { message: MessageRow; session: SessionRow },
): Promise<Charged | undefined> {
  const { ownerId, author, type } = message
  // What the product itself says is free; another try, and one after a refund, was paid for.
  if ((author !== 'owner' && author !== 'assistant') || message.billed !== null) return nothing
  const payer = type === 'template' ? 'template' : author
  if (!(await hasCredit(queries, meter, { ownerId, payer }))) return undefined
  const { bill, micros } = await meter.chargeMessage(queries, {
    ownerId,
    sessionId: session.id,
    messageId: message.id,
    author: payer,
  })
  return {
    message: { billed: bill },
    session: {
      billedMessages: session.billedMessages + bill.units,
      costMicros: session.costMicros + micros,
    },
  }
}

async function hasCredit(
  queries: Queries,
  meter: Meter,
  { ownerId, payer }: { ownerId: string; payer: Parameters<Meter['requireCredit']>[2] },
): Promise<boolean> {
  try {
    await meter.requireCredit(queries, ownerId, payer)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 402) return false
    throw error
  }
}
