import { asc, ne } from 'drizzle-orm'
import { expect } from 'vitest'

import type { Database } from '../src/database/database.ts'
import { accounts, events, invoices, ledgerEntries } from '../src/database/schema.ts'
import { each } from './many-writes.ts'

/** Each balance is the sum of its lines, in their order; invoices are numbered without a gap. */
export async function expectMoney({ queries }: Database, paidOrders: number): Promise<void> {
  const rows = await queries.select().from(ledgerEntries).orderBy(asc(ledgerEntries.at))
  for (const { ownerId, balanceMicros } of await queries.select().from(accounts)) {
    const lines = rows.filter((line) => line.ownerId === ownerId)
    let balance = 0n
    for (const { micros, balanceAfterMicros } of lines) {
      balance += micros
      expect(balanceAfterMicros).toBe(balance)
    }
    expect(balanceMicros).toBe(balance)
    expect(lines.map(({ kind }) => kind).filter((kind) => kind === 'usage')).toHaveLength(24)
    expect(lines.filter(({ kind }) => kind === 'top_up')).toHaveLength(5)
  }
  const issued = await queries.select({ number: invoices.number }).from(invoices)
  const counts = issued.map(({ number }) => Number(number.split('/')[2])).toSorted((a, b) => a - b)
  expect(counts).toEqual(numbersOf(paidOrders))
}

/** Of each account and of each chat the events are numbered one after the other. */
export async function expectEventsInOrder({ queries }: Database): Promise<void> {
  const rows = await queries
    .select()
    .from(events)
    .where(ne(events.type, 'run.state'))
    .orderBy(asc(events.ownerId), asc(events.seq))
  for (const ofOwner of Map.groupBy(rows, ({ ownerId }) => ownerId).values()) {
    expect(ofOwner.map(({ seq }) => seq)).toEqual(numbersOf(ofOwner.length))
    const ofChats = Map.groupBy(
      ofOwner.filter(({ sessionId }) => sessionId !== null),
      ({ sessionId }) => sessionId,
    )
    for (const ofChat of ofChats.values()) {
      const seqs = ofChat.map(({ sessionSeq }) => sessionSeq)
      expect(seqs).toEqual(numbersOf(ofChat.length))
    }
  }
}

/** The numbers that so many things have, one after the other. */
const numbersOf = (count: number): number[] => each(count, (index) => index + 1)
