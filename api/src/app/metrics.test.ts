import { readFileSync } from 'node:fs'

import { expect, test, vi } from 'vitest'

import { readChat, receive, sendReply } from '../../test/chat-api.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { superviseNow } from '../../test/hand-over.ts'
import { metricsToken, readAnswer, useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

/** A request whose connection comes from that address. */
const from = (address: string, headers: Record<string, string> = {}) =>
  api.requestWith('/api/metrics', { headers }, { incoming: { socket: { remoteAddress: address } } })

async function readMetrics(): Promise<string> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { status, body } = await readAnswer(await api.request('/api/metrics', { headers }))
  expect(status).toBe(200)
  return body
}

test('requests are counted by the pattern of their route and their status', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner)
  await readChat(owner, session.id)
  await owner.call('GET', '/api/chats/sessions?q=Ravi')
  await owner.call('GET', '/api/jobs/job_that_is_not_there')
  await api.request('/api/+15551234567')

  const metrics = await readMetrics()

  const count = (labels: string) =>
    expect(metrics).toContain(`http_request_duration_seconds_count{${labels}} 1`)
  count('method="GET",route="/api/chats/sessions/:id/messages",status="200"')
  count('method="GET",route="/api/chats/sessions",status="200"')
  count('method="GET",route="/api/jobs/:id",status="404"')
  count('method="other",route="none",status="404"')
  for (const personal of [session.id, owner.uid, 'Ravi', '+1555', '+9198']) {
    expect(metrics).not.toContain(personal)
  }
})

test('waiting work, open event streams and connections are counted', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner)
  await sendReply(owner, session.id, 'Yes')
  const leaving = new AbortController()
  const stream = await owner.stream('/api/events', { signal: leaving.signal })

  await superviseNow(api)
  const metrics = await readMetrics()
  expect(metrics).toContain('errand_queue_tasks{queue="message.send",state="waiting"} 1')
  expect(metrics).toContain('errand_queue_tasks{queue="message.send",state="dead"} 0')
  expect(metrics).toContain('errand_event_streams_open 1')
  expect(metrics).toContain('errand_database_connections{state="wanted"} 0')

  await stream.body?.cancel()
  leaving.abort()
  await vi.waitFor(async () => expect(await readMetrics()).toContain('event_streams_open 0'))
})

test('the metrics are for whoever has the token, or is on this machine itself', async () => {
  const wrong = { authorization: 'Bearer metrics-token-of-another' }
  expectProblem(await readAnswer(await api.request('/api/metrics')), 401)
  expectProblem(await readAnswer(await api.request('/api/metrics', { headers: wrong })), 401)
  expectProblem(await readAnswer(await from('10.0.0.7')), 401)

  expect((await from('127.0.0.1')).status).toBe(200)
  expect((await from('::1')).status).toBe(200)
  // Forwarded from elsewhere by somebody who is.
  expect((await from('127.0.0.1', { 'x-forwarded-for': '10.0.0.7' })).status).toBe(401)
})

test('every metric is documented, and nothing else is', async () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const [table = ''] = /^\| metric[^]*?\n\n/m.exec(page) ?? []
  const documented = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  const known = [...(await readMetrics()).matchAll(/^# TYPE (\w+)/gm)]
    .map(([, name = '']) => name)
    // What the library counts of every process has one row.
    .filter((name) => !/^(nodejs|process)_/.test(name))
  expect(new Set(documented)).toEqual(new Set(known))
})
