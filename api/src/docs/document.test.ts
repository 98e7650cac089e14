import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

import { document, operations } from '../../test/operations.ts'
import { createUnopenedApp } from '../../test/unopened-api.ts'

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

test('whatever a call refuses is a problem document, and any may find the database away', () => {
  for (const { call, responses } of operations) {
    const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    expect(Object.keys(responses), call).toContain('503')
    for (const [, answer] of refused) {
      expect(answer, call).toEqual({ $ref: '#/components/responses/Problem' })
    }
  }
})

test('tables come as CSV where they are asked for', () => {
  for (const path of ['/api/jobs/{id}/analytics', '/api/chats/forms/{id}']) {
    const call = operations.find((operation) => operation.call === `GET ${path}`)
    expect(Object.keys(call?.responses['200']?.content ?? {})).toEqual([
      'application/json',
      'text/csv',
    ])
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
  expect(found.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})
