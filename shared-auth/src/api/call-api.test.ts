import { deleteJobCall, createJobCall } from '@errand/contract/jobs'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { setTokenSource } from '../session/session.ts'
import { callApi } from './call-api.ts'

const server = setupServer()
const sent: Request[] = []

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
afterEach(() => {
  server.resetHandlers()
  sent.length = 0
})

function answer(body: object) {
  setTokenSource(undefined)
  server.use(
    http.all('*/api/*', ({ request }) => {
      sent.push(request.clone())
      return HttpResponse.json(body)
    }),
  )
}

const deleted = {
  success: true,
  archivedAt: '2026-03-01T10:00:00Z',
  undoUntil: '2026-03-31T10:00:00Z',
}

test('a call is sent with its path, query and version as the contract says', async () => {
  answer(deleted)

  const given = { id: 'job/1', version: 7, query: { closeOpen: true } }
  expect(await callApi(deleteJobCall, given)).toEqual(deleted)

  const [request] = sent
  expect(request?.method).toBe('DELETE')
  expect(new URL(request?.url ?? '').pathname).toBe('/api/jobs/job%2F1')
  expect(new URL(request?.url ?? '').search).toBe('?closeOpen=true')
  expect(request?.headers.get('if-match')).toBe('"7"')
})

test('empty query parameters are left out', async () => {
  answer(deleted)

  await callApi(deleteJobCall, { id: 'job_1', query: { closeOpen: undefined } })

  expect(new URL(sent[0]?.url ?? '').search).toBe('')
})

test('an answer that does not match the contract is an error, and the idempotency key is sent', async () => {
  answer({ success: true, job: { name: 'Table' } })

  const failed = callApi(createJobCall, { body: { name: 'Table' }, key: 'k1' })

  await expect(failed).rejects.toThrow('schema validation')
  expect(sent[0]?.headers.get('idempotency-key')).toBe('k1')
  expect(await sent[0]?.json()).toEqual({ name: 'Table' })
})

test('a call ends after its own timeout', { timeout: 5000 }, async () => {
  setTokenSource(undefined)
  server.use(http.all('*/api/*', () => new Promise<never>(() => {})))

  const failed = callApi(createJobCall, { body: { name: 'Table' }, timeoutMs: 20 })

  await expect(failed).rejects.toMatchObject({ status: 0 })
})
