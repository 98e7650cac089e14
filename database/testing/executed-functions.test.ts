import { expect, test } from 'vitest'

import { listQuerying, listRequired } from './executed-functions.ts'

const nothing = 'export const limit = 5\n'

test.each([
  ['select', 'queries.select().from(messages)'],
  ['a distinct select', 'queries\n    .selectDistinctOn([messages.id]).from(messages)'],
  ['insert', 'queries.insert(messages).values(rows)'],
  ['a query prepared before', 'wholeChats(queries).execute({ ids })'],
  ['a statement', 'run(sql`select 1`)'],
  ['a statement of a type', 'run(sql<number>`select 1`)'],
])('a function queries the database by %s', (_, statement) => {
  const text = `${nothing}export async function find(queries: Queries) {\n  return ${statement}\n}\n`

  expect(listQuerying(text).map(({ name }) => name)).toEqual(['find'])
  expect(listRequired(listQuerying(text), new Set(['find']))).toEqual(['find'])
})

const prepared = `const latest = prepared((queries) =>\n  queries.select().from(messages),\n)\n`

test('for a function without a name its users have to be executed', () => {
  const text = `${prepared}function first(queries: Queries) {\n  return latest(queries)\n}\n`

  expect(listRequired(listQuerying(text), new Set(['first']))).toEqual(['first'])
})

test('what only a comment names is not used', () => {
  const text = `function other() {}\n\n/** The latest. */\n${prepared}`

  expect(listRequired(listQuerying(text), new Set(['other']))).toEqual(['latest'])
})

test('a function without a name that nothing uses stays visible', () => {
  expect(listRequired(listQuerying(`export ${prepared}`), new Set())).toEqual(['latest'])
})

test('a value is executed by what uses it', () => {
  const text = `export const isNamed = sql\`name is not null\`\n${nothing}`

  expect(listRequired(listQuerying(text), new Set())).toEqual([])
})
