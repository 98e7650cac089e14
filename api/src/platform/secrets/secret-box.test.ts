import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { createSecretBox, openKeyFile, readSecretKeys } from './secret-box.ts'

const newKey = () => randomBytes(32).toString('base64')
const boxOf = (text: string) => createSecretBox(readSecretKeys(text))

test('what was sealed opens in its place and in no other', () => {
  const box = boxOf(newKey())
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (secret, place, other) => {
      fc.pre(other !== place)
      const sealed = box.seal(secret, place)
      expect(box.open(sealed, place)).toBe(secret)
      expect(() => box.open(sealed, other)).toThrow('does not open')
    }),
  )
})

test('the same secret is never sealed the same, and a changed one does not open', () => {
  const box = boxOf(newKey())
  const sealed = box.seal('app-password', 'a')
  expect(box.seal('app-password', 'a')).not.toBe(sealed)

  const [id, data = ''] = sealed.split('.')
  const bytes = Buffer.from(data, 'base64url')
  for (const index of bytes.keys()) {
    const broken = Buffer.from(bytes)
    broken[index] = (broken[index] ?? 0) ^ 1
    expect(() => box.open(`${id}.${broken.toString('base64url')}`, 'a')).toThrow('does not open')
  }
  for (const length of [0, 11, 12, 20, 27]) {
    const short = bytes.subarray(0, length).toString('base64url')
    expect(() => box.open(`${id}.${short}`, 'a')).toThrow('does not open')
  }
})

test('keys are turned over: a new one first, the old one until all is sealed anew', () => {
  const [old, young] = [newKey(), newKey()]
  const sealedBefore = boxOf(old).seal('app-password', 'a')
  const named = boxOf(`2027:${young},${old}`)

  expect(named.open(sealedBefore, 'a')).toBe('app-password')
  const sealedAfter = named.seal('app-password', 'a')
  expect(boxOf(`2027:${young}`).open(sealedAfter, 'a')).toBe('app-password')
  expect(() => boxOf(young).open(sealedBefore, 'a')).toThrow('a key that is not set')
})

const key = newKey()

test.each([
  ['', 'short'],
  ['too short', Buffer.alloc(31).toString('base64')],
  ['not base64', `${key.slice(0, 40)}!!!=`],
  ['an id without a key', `a:,b:${key}`],
  ['one id twice', `a:${key},a:${newKey()}`],
])('a key %s is refused and not repeated', (_, text) => {
  let message = ''
  try {
    readSecretKeys(text)
  } catch (error) {
    message = (error as Error).message
  }
  expect(message).toContain('SECRETS_KEY is not valid')
  expect(message).not.toContain(key)
})

test('a machine makes its key once, for itself alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dataDir = join(folder, 'data')

  const opened = await Promise.all(Array.from({ length: 8 }, () => openKeyFile(dataDir)))

  expect(new Set(opened.map(([first]) => first.bytes.toString('hex'))).size).toBe(1)
  expect(await readdir(dataDir)).toEqual(['secrets.key'])
  expect((await stat(join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600)
  expect((await openKeyFile(dataDir))[0]).toEqual(opened[0]?.[0])
})
