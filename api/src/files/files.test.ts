import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import { fileParts, files } from '../database/schema.ts'
import { findFile, readFile, sweepFiles, writeFile } from './files.service.ts'
import { inParts } from './in-parts.ts'

const api = useTestApi()
const pdf = { name: 'a.pdf', mimeType: 'application/pdf' }

test('a file is given back as it was written, in parts', async () => {
  const chunks = [
    new Uint8Array(300_000).fill(1),
    new Uint8Array(0),
    new Uint8Array(400_000).fill(2),
  ]
  const whole = Buffer.concat(chunks)

  const { id } = await writeFile(api.database, pdf, chunks)

  expect(await findFile(api.database.queries, id)).toMatchObject({
    ...pdf,
    size: 700_000,
    sha256: createHash('sha256').update(whole).digest('hex'),
    expiresAt: null,
  })
  expect(whole.equals(await buffer(readFile(api.database, id)))).toBe(true)
  expect(await api.database.queries.$count(fileParts)).toBe(22)
})

test('a file that was not finished cannot be found and is swept', async () => {
  await api.database.queries.delete(files)
  async function* broken() {
    yield new Uint8Array(300_000)
    throw new Error('gone')
  }
  await expect(writeFile(api.database, pdf, broken())).rejects.toThrow('gone')
  const [left] = await api.database.queries.select().from(files)
  expect(await findFile(api.database.queries, left?.id ?? '')).toBeUndefined()
  const kept = await writeFile(api.database, pdf, [new Uint8Array(1)])

  await sweepFiles(api.database.queries, new Date(Date.now() + 2 * 60 * 60 * 1000))

  const rows = await api.database.queries.select({ id: files.id }).from(files)
  expect(rows).toEqual([{ id: kept.id }])
})

test('however the bytes come, the parts are all full but the last', async () => {
  const chunk = fc.uint8Array({ maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(fc.array(chunk), fc.integer({ min: 1, max: 20 }), async (chunks, size) => {
      const parts: Uint8Array[] = []
      for await (const part of inParts(chunks, size)) parts.push(part.slice())

      expect(Buffer.concat(parts).equals(Buffer.concat(chunks))).toBe(true)
      expect(parts.slice(0, -1).every(({ length }) => length === size)).toBe(true)
      expect(parts.every(({ length }) => length > 0)).toBe(true)
    }),
  )
})
