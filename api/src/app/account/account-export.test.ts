import { buffer } from 'node:stream/consumers'

import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

import { receive } from '../../../test/chat-api.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { insertOfEverything } from '../../../test/everything.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { accountTables } from './account-export.ts'

const api = useTestApi()

test('everything of the account is in one archive, as JSON and as CSV, and nothing of others', async () => {
  const owner = await api.newOwner()
  const { id: ownerId } = owner
  await insertOfEverything(api, owner, ownerId)
  const chat = await insertChat(api.database.queries, { ownerId })
  // More than a page, several at the same moment.
  for (let seq = 0; seq < 1_201; seq += 1) {
    const createdAt = new Date(1_800_000_000_000 + Math.floor(seq / 7))
    await insertMessage(api.database.queries, chat, { seq, text: `=SUM(${seq})`, createdAt })
  }
  const stranger = await api.newOwner()
  await receive(stranger, { text: 'Not yours' })

  const file = await owner.stream('/api/auth/export', { method: 'GET' })
  expect(file.headers.get('content-type')).toBe('application/zip')
  expect(file.headers.get('content-disposition')).toMatch(/account-\d{4}-\d\d-\d\d\.zip$/)
  const entries = unzipSync(new Uint8Array(await buffer(file.body!)))
  const textOf = (name: string) => strFromU8(entries[name] ?? new Uint8Array())
  const names = Object.keys(entries)
  for (const { name } of accountTables) {
    expect(JSON.parse(textOf(`${name}.json`)).length, name).toBeGreaterThan(0)
    const table = names.find((one) => one === `${name}.csv` || one.startsWith(`${name}/`)) ?? ''
    expect(textOf(table), name).toContain('\r\n')
  }
  const answers = names.find((name) => name.startsWith('answers/')) ?? ''
  expect(textOf(answers)).toContain('Answered at,Progress,Decision,Contact name,Contact phone')
  expect(textOf('contacts.csv')).toContain('Phone number')
  expect(textOf('contacts.csv')).toMatch(/,\+1 ?444/)
  const messages = JSON.parse(textOf('messages.json')) as { id: string }[]
  expect(new Set(messages.map(({ id }) => id)).size).toBe(1_202)
  expect(messages).toHaveLength(1_202)
  expect(textOf('messages.csv')).toContain(`'=SUM(7)`)
  expect(JSON.parse(textOf('profile.json'))).toMatchObject({ phoneNumber: owner.phoneNumber })
  const whole = names.map(textOf).join('')
  expect(whole).not.toMatch(/Not yours|sealed|endpointHash|searchWords|webhookToken/)
})

test('an account without anything is an archive as well', async () => {
  const owner = await api.newOwner()
  const file = await owner.stream('/api/auth/export', { method: 'GET' })
  expect(unzipSync(new Uint8Array(await file.arrayBuffer()))).toHaveProperty(['messages.json'])
})

test('sixty exports an hour are enough', async () => {
  const owner = await api.newOwner()
  const other = await api.newOwner()

  const answers = []
  // One after the other: only two may run at once.
  for (let count = 0; count < 62; count += 1)
    answers.push(await owner.call('GET', '/api/auth/export'))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(2)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.call('GET', '/api/auth/export')).status).toBe(200)
})
