import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { readRelease, type Release } from '../releases/release.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { createKeyPair, deployKey, keyIdOf, publicKeyOf } from './keys.ts'
import { findUnsafeName, signRelease, verifyFiles, verifySignature } from './signatures.ts'

function build(): { directory: string; release: Release; json: () => Uint8Array<ArrayBuffer> } {
  const directory = remoteBuild('remote-jobs', '1.0.0', 10)
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const release = readRelease(directory)
  if (release === undefined) throw new Error('The fixture is no release')
  return {
    directory,
    release,
    json: () => Uint8Array.from(readFileSync(join(directory, 'release.json'))),
  }
}

test('a signature is valid only for its bytes and under the app’s keys', () => {
  const { directory, json } = build()
  const pair = createKeyPair()
  const stranger = createKeyPair()
  const signature = signRelease(directory, pair.privateKey)
  const keys = { [keyIdOf(pair.publicKey)]: pair.publicKey }

  expect(JSON.parse(readFileSync(join(directory, 'release.sig.json'), 'utf8'))).toEqual(signature)
  expect(signature.keyId).toMatch(/^[\da-f]{16}$/)
  expect(verifySignature(json(), signature, keys)).toBe(true)

  const altered = Uint8Array.from([...json(), 32])
  expect(verifySignature(altered, signature, keys)).toBe(false)
  expect(verifySignature(json(), signature, {})).toBe(false)
  expect(verifySignature(json(), { ...signature, keyId: 'constructor' }, keys)).toBe(false)
  const forged = signRelease(directory, stranger.privateKey)
  expect(verifySignature(json(), forged, keys)).toBe(false)
  // A stranger's key filed under the id of a trusted one.
  const mixedUp = { [signature.keyId]: stranger.publicKey }
  expect(verifySignature(json(), { ...forged, keyId: signature.keyId }, mixedUp)).toBe(false)
})

test.each<[string, (directory: string) => void, string]>([
  ['an altered file', (dir) => appendFileSync(join(dir, 'remoteEntry.js'), ' '), 'remoteEntry.js'],
  ['a missing file', (dir) => rmSync(join(dir, 'static/js/routes.js')), 'routes.js is missing'],
  ['an extra file', (dir) => writeFileSync(join(dir, 'x.js'), ''), 'x.js is not listed'],
  ['a hidden file', (dir) => writeFileSync(join(dir, '.x'), ''), '.x is not listed'],
])('%s is found', async (_, plant, sentence) => {
  const { directory, release } = build()
  signRelease(directory, createKeyPair().privateKey)
  await expect(verifyFiles(directory, release)).resolves.toBeUndefined()
  plant(directory)

  await expect(verifyFiles(directory, release)).rejects.toThrow(sentence)
})

test.each([
  '../x.js',
  '/x.js',
  'a//b.js',
  'a/../b.js',
  '.x',
  String.raw`a\b.js`,
  'release.json',
  'tombstone.json',
  'x.js.br',
  '',
])('a release may not list a file called "%s"', async (name) => {
  expect(findUnsafeName({ 'index.html': '', [name]: '' })).toBe(name)
})

test('a name that is both a folder and a file is refused', () => {
  expect(findUnsafeName({ a: '', 'a/b.js': '' })).toBe('a')
  expect(findUnsafeName({ 'static/js/async/@app_1.4f2a-x~y+z.js': '' })).toBeUndefined()
})

test('a machine’s key is created once, with owner-only permissions', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const key = deployKey(dataDir, 'remote-jobs')

  expect(deployKey(dataDir, 'remote-jobs')).toBe(key)
  expect(deployKey(dataDir, 'remote-chats')).not.toBe(key)
  expect(statSync(join(dataDir, 'keys/remote-jobs.pem')).mode & 0o777).toBe(0o600)
  expect(keyIdOf(publicKeyOf(key))).toBe(keyIdOf(key))
})
