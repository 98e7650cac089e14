import { createJobSchema } from '@errand/contract/jobs'
import { problemSchema } from '@errand/contract/problem'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { document, operations } from '../../../test/operations.ts'
import { readAnswer, useTestApi } from '../../../test/test-api.ts'
import { createUnopenedApp } from '../../../test/unopened-api.ts'

const api = useTestApi()

const get = async (path: string) => readAnswer(await api.request(path))

test('bodies, queries, headers and answers are those that the calls check and give', async () => {
  const { body } = await get('/api/openapi.json')
  const create = body.paths['/api/jobs'].post

  const { $schema: _dialect, ...expected } = z.toJSONSchema(createJobSchema, { io: 'input' })
  expect(create.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: expected } },
  })
  expect(create.parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }])
  const statuses = [201, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503]
  expect(Object.keys(create.responses).map(Number)).toEqual(statuses)
  expect(create.responses['422']).toEqual({ $ref: '#/components/responses/Problem' })
  const { $schema: _other, ...problem } = z.toJSONSchema(problemSchema, { io: 'output' })
  expect(body.components.schemas.Problem).toEqual(problem)
  expect(create.security).toEqual([{ idToken: [] }])

  const query: { name: string }[] = body.paths['/api/jobs'].get.parameters
  expect(query.map(({ name }) => name)).toEqual(['limit', 'cursor', 'status', 'q', 'sort'])
  const { parameters } = body.paths['/api/jobs/{id}'].get
  const id = parameters.find(({ name }: { name: string }) => name === 'id')
  expect(id).toMatchObject({ name: 'id', in: 'path', required: true })
  expect(body.paths['/api/auth/account'].delete.requestBody.required).toBe(false)
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

/** What no client of the product calls: the document itself, and what operators and machines ask. */
const undescribed = new Set([
  'GET /api/docs',
  'GET /api/docs/start.js',
  'GET /api/docs/{asset}',
  'GET /api/healthz',
  'GET /api/metrics',
  'GET /api/openapi.json',
  'GET /api/readyz',
])

test('every route is in the document, but for those that are named here', () => {
  const routes = createUnopenedApp()
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)

  expect(operations.map(({ call }) => call).toSorted()).toEqual(
    [...new Set(routes)].filter((route) => !undescribed.has(route)).toSorted(),
  )
  expect(routes).toEqual(expect.arrayContaining([...undescribed]))
})

test('the document keeps the rules of OpenAPI 3.1', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The product is not given away.
      'info-license': 'off',
      // Objects with a member for each word of a list name the words in `propertyNames`.
      'no-required-schema-properties-undefined': 'off',
    },
  })

  const found = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })

  expect(document.openapi).toBe('3.1.0')
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})
