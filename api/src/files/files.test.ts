import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { beforeAll, expect, test } from 'vitest'

import { ownerIdOf } from '../../test/owner-id.ts'
import { useTestApi } from '../../test/test-api.ts'
import { fileParts, files } from '../database/schema.ts'
import { findFile, readFile, readRange, sweepFiles, writeFile } from './files.service.ts'

const api = useTestApi()
const voice = { name: 'a.ogg', mimeType: 'audio/ogg' }
let ownerId: string
beforeAll(async () => (ownerId = await ownerIdOf(api, await api.newOwner())))

test('a file is given back as it was written, in parts', async () => {
  const chunks = [
    new Uint8Array(7).fill(1),
    new Uint8Array(0),
    new Uint8Array(299_990).fill(2),
    new Uint8Array(400_003).fill(3),
  ]
  const whole = Buffer.concat(chunks)

  const { id } = await writeFile(api.database, { ...voice, ownerId }, chunks)

  expect(await findFile(api.database.queries, id)).toMatchObject({
    ...voice,
    size: 700_000,
    sha256: createHash('sha256').update(whole).digest('hex'),
    expiresAt: null,
  })
  expect(whole.equals(await buffer(readFile(api.database, id)))).toBe(true)
  const range = { from: 299_990, to: 300_010 }
  const part = await buffer(readFile(api.database, id, range))
  expect(whole.subarray(range.from, range.to + 1).equals(part)).toBe(true)
  expect(await api.database.queries.$count(fileParts)).toBe(22)
})

test('a file that was not finished cannot be found and is swept', async () => {
  await api.database.queries.delete(files)
  async function* broken() {
    yield new Uint8Array(300_000)
    throw new Error('gone')
  }
  await expect(writeFile(api.database, { ...voice, ownerId }, broken())).rejects.toThrow('gone')
  const [left] = await api.database.queries.select().from(files)
  expect(await findFile(api.database.queries, left?.id ?? '')).toBeUndefined()
  const kept = await writeFile(api.database, { ...voice, ownerId }, [new Uint8Array(1)])

  await sweepFiles(api.database.queries, new Date(Date.now() + 2 * 60 * 60 * 1000))

  const rows = await api.database.queries.select({ id: files.id }).from(files)
  expect(rows).toEqual([{ id: kept.id }])
})

test.each([
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=90-200', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-200', { from: 0, to: 99 }],
  ['Bytes= 5-5', { from: 5, to: 5 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, undefined],
  ['bytes=-', undefined],
  ['bytes=9-5', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
])('of 100 bytes %s is %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range)
})
