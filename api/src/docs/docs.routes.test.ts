import { apiContract } from '@errand/contract/api-contract'
import { createJobSchema } from '@errand/contract/jobs'
import { expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'

import { readAnswer, useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

const get = async (path: string) => readAnswer(await api.request(path))

test('the document names every call of the product', async () => {
  const { body } = await get('/api/openapi.json')

  expect(body.openapi).toBe('3.1.0')
  const calls = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(calls.toSorted()).toEqual([
    'DELETE /api/auth/account',
    'DELETE /api/jobs/{id}',
    'GET /api/auth/profile',
    'GET /api/billing/config-status',
    'GET /api/billing/invoice/{id}',
    'GET /api/billing/ledger',
    'GET /api/billing/summary',
    'GET /api/jobs',
    'GET /api/jobs/{id}',
    'POST /api/auth/profile',
    'POST /api/billing/create-order',
    'POST /api/billing/verify-payment',
    'POST /api/jobs',
    'POST /api/webhooks/razorpay',
    'PUT /api/auth/settings',
    'PUT /api/jobs/{id}',
  ])
})

test('bodies, queries, headers and answers are those that the calls check and give', async () => {
  const { body } = await get('/api/openapi.json')
  const create = body.paths['/api/jobs'].post

  const { $schema: _dialect, ...expected } = z.toJSONSchema(createJobSchema, { io: 'input' })
  expect(create.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: expected } },
  })
  expect(create.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }])
  expect(Object.keys(create.responses)).toEqual([
    '201',
    '400',
    '401',
    '403',
    '409',
    '413',
    '415',
    '422',
    '500',
  ])
  expect(create.responses['422'].content).toHaveProperty(['application/problem+json', 'schema'])
  expect(create.security).toEqual([{ idToken: [] }])

  const query = body.paths['/api/jobs'].get.parameters
  expect(query.map(({ name }: { name: string }) => name)).toEqual([
    'status',
    'q',
    'sort',
    'limit',
    'cursor',
  ])
  const [id] = body.paths['/api/jobs/{id}'].get.parameters
  expect(id).toMatchObject({ name: 'id', in: 'path', required: true })
  expect(body.paths['/api/auth/account'].delete.requestBody.required).toBe(false)
})

test('what a call answers is what the document says of it', async () => {
  const owner = await api.newOwner()
  const { body: document } = await get('/api/openapi.json')
  const schemaOf = (path: string, method: string, status: string) =>
    fromJSONSchema(
      document.paths[path][method].responses[status].content['application/json'].schema,
    )

  const created = await owner.call('POST', '/api/jobs', { body: { name: 'A' } })
  const listed = await owner.call('GET', '/api/jobs')
  const profile = await owner.call('GET', '/api/auth/profile')

  expect(schemaOf('/api/jobs', 'post', '201').safeParse(created.body).error).toBeUndefined()
  expect(schemaOf('/api/jobs', 'get', '200').safeParse(listed.body).error).toBeUndefined()
  expect(schemaOf('/api/auth/profile', 'get', '200').safeParse(profile.body).error).toBeUndefined()
})

test('the documentation page holds nothing inline and nothing from elsewhere', async () => {
  const page = await get('/api/docs')

  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source)
  expect(sources).toEqual([
    'data:,',
    '/api/docs/swagger-ui.css',
    '/api/docs/swagger-ui-bundle.js',
    '/api/docs/start.js',
  ])
  for (const source of sources.slice(1)) expect((await get(source)).status).toBe(200)
})

test('health and readiness are told to anybody', async () => {
  expect(await get('/api/healthz')).toMatchObject({
    status: 200,
    body: { status: 'ok', contract: apiContract },
  })
  expect(await get('/api/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})
