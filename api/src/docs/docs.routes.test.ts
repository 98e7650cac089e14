import { createJobSchema } from '@errand/contract/jobs'
import { problemSchema } from '@errand/contract/problem'
import { expect, test } from 'vitest'
import { fromJSONSchema } from 'zod'
import * as z from 'zod/mini'

import { readAnswer, useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

const get = async (path: string) => readAnswer(await api.request(path))

test('the document has the calls of this server', async () => {
  const { body } = await get('/api/openapi.json')

  expect(body.openapi).toBe('3.1.0')
  expect(body.paths['/api/jobs']).toHaveProperty('post')
  // Offered only where the server runs with the identity emulator, as this one does.
  expect(body.paths).toHaveProperty(['/api/dev/simulate/inbound'])
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
    '429',
    '500',
    '503',
  ])
  expect(create.responses['422']).toEqual({ $ref: '#/components/responses/Problem' })
  const { $schema: _other, ...problem } = z.toJSONSchema(problemSchema, { io: 'output' })
  expect(body.components.schemas.Problem).toEqual(problem)
  expect(create.security).toEqual([{ idToken: [] }])

  const query = body.paths['/api/jobs'].get.parameters
  expect(query.map(({ name }: { name: string }) => name)).toEqual([
    'limit',
    'cursor',
    'status',
    'q',
    'sort',
  ])
  const { parameters } = body.paths['/api/jobs/{id}'].get
  const id = parameters.find(({ name }: { name: string }) => name === 'id')
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
  const files = sources.filter((source) => source?.startsWith('/api/'))
  for (const source of files) expect((await get(source)).status).toBe(200)
})

test('health and readiness are told to anybody', async () => {
  expect(await get('/api/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  expect(await get('/api/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
})
