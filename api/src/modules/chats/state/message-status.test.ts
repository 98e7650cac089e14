import type { MessageStatus } from '@errand/contract/chats/message'
import { expect, test } from 'vitest'

import { advance, type Delivery, isNewReport, type StatusReport } from '../apply-status.ts'

const error = { code: 131_026, title: 'Undeliverable', detail: '', retryable: false }
const at = new Date('2026-11-21T10:00:00Z')

const inStatus = (status: MessageStatus): Delivery => ({
  status,
  statusAt: { [status]: '2026-11-21T09:00:00.000Z' },
  error: status === 'failed' ? error : null,
  attempts: 1,
})

const reports = ['sent', 'failed', 'delivered', 'read'] as const

test.each<[MessageStatus, MessageStatus[]]>([
  ['queued', ['sent', 'failed', 'delivered', 'read']],
  ['sent', ['sent', 'failed', 'delivered', 'read']],
  ['failed', ['failed', 'failed', 'delivered', 'read']],
  ['delivered', ['delivered', 'delivered', 'delivered', 'read']],
  ['read', ['read', 'read', 'read', 'read']],
  ['received', ['received', 'received', 'received', 'received']],
])('a message that is %s only moves to a higher status', (from, expected) => {
  const after = reports.map((status) => advance(inStatus(from), { status, at, error }))
  expect(after.map(({ status }) => status)).toEqual(expected)
  for (const one of after) expect(one.error).toEqual(one.status === 'failed' ? error : null)
})

test('each report keeps its time, and a read message was delivered at the latest then', () => {
  const [early, earlier] = [new Date('2026-11-21T09:59:00Z'), new Date('2026-11-21T09:58:00Z')]
  const read = advance(inStatus('failed'), { status: 'read', at })
  expect(read.statusAt.delivered).toBe(at.toISOString())
  const told = advance(read, { status: 'delivered', at: early })
  const all = advance(told, { status: 'sent', at: earlier })
  expect(all).toMatchObject({ status: 'read', error: null })
  expect(all.statusAt).toMatchObject({
    sent: earlier.toISOString(),
    delivered: early.toISOString(),
    read: at.toISOString(),
  })
})

test('a report is new if it advances a message or has an earlier time', () => {
  const known = { status: 'delivered', statusAt: { delivered: at.toISOString() } } as const
  const told = (status: StatusReport['status'], ms = 0) =>
    isNewReport(known, { status, at: new Date(at.getTime() + ms) })

  expect(told('read')).toBe(true)
  // It moves nothing, but nobody has said when.
  expect([told('sent'), told('failed')]).toEqual([true, true])
  expect([told('delivered'), told('delivered', 60_000)]).toEqual([false, false])
  // Providers count in seconds.
  expect([told('delivered', -999), told('delivered', -1_000)]).toEqual([false, true])
  expect(isNewReport({ status: 'received', statusAt: {} }, { status: 'read', at })).toBe(false)
})
