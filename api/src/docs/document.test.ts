import { readFile } from 'node:fs/promises'

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

import { describeCommitted } from './api-document.ts'
import { documentFile } from './document-file.ts'
import { createUnopenedApp } from './unopened-api.ts'

const app = createUnopenedApp()
const document = await describeCommitted(app)
const written = await readFile(documentFile, 'utf8')

/** What no client of the product calls: the document itself, and what operators and machines ask. */
const undescribed = new Set([
  'GET /api/docs',
  'GET /api/docs/{asset}',
  'GET /api/healthz',
  'GET /api/metrics',
  'GET /api/openapi.json',
  'GET /api/readyz',
])

test('the committed document is that of the routes', () => {
  const isCurrent = written === `${JSON.stringify(document, null, 2)}\n`

  expect(isCurrent, 'Run `pnpm --filter @errand/api openapi` and commit api/openapi.json.').toBe(
    true,
  )
})

test('every route is in the document, but for those that are named here', () => {
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )

  expect(described.toSorted()).toEqual(
    [...new Set(routes)].filter((route) => !undescribed.has(route)).toSorted(),
  )
  expect(routes).toEqual(expect.arrayContaining([...undescribed]))
})

test('whatever a call refuses is said to be a problem document', () => {
  const { paths } = JSON.parse(written) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
  }
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ responses }) =>
      Object.entries(responses).map(([status, answer]) => ({ path, status, answer })),
    ),
  )

  const refused = answers.filter(({ status }) => Number(status) >= 400)
  expect(refused.length).toBeGreaterThan(100)
  for (const { path, status, answer } of refused) {
    expect({ path, status, answer }).toMatchObject({
      answer: { $ref: '#/components/responses/Problem' },
    })
  }
})

test('any call may find the database away, and tables come as CSV where they are asked for', () => {
  const { paths } = JSON.parse(written) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const { responses } of operations) expect(Object.keys(responses)).toContain('503')
  for (const path of ['/api/jobs/{id}/analytics', '/api/chats/forms/{id}']) {
    const types = Object.keys(paths[path]?.['get']?.responses['200']?.content ?? {})
    expect(types).toEqual(['application/json', 'text/csv'])
  }
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
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
    // Ids of jobs and of generations begin differently, so no address means both.
    expect.stringMatching(/^no-ambiguous-paths: .*\/generations\/\{id\}.*\/\{id\}\/test/),
    expect.stringMatching(/^no-ambiguous-paths: .*\/generations\/\{id\}.*\/\{id\}\/analytics/),
  ])
})
