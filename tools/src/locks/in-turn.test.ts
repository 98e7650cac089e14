import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { takeLock } from '@errand/database'
import { expect, test } from 'vitest'

import { root } from '../root.ts'
import { inTurn } from './in-turn.ts'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'errand-lock-')), 'work.lock')
const { signal } = new AbortController()

test('work waits until nobody else does it', async () => {
  const file = newFile()
  const events: string[] = []
  const held = takeLock(file)
  const second = inTurn(file, { signal, work: async () => void events.push('second') })
  events.push('first')
  held?.release()
  await second

  expect(events).toEqual(['first', 'second'])
})

test('a killed process holds no lock', async () => {
  const file = newFile()
  const lock = join(root, 'database/src/file-lock.ts')
  const script = `const { takeLock } = await import(${JSON.stringify(lock)})
    globalThis.lock = takeLock(${JSON.stringify(file)})
    process.send('held')
    setInterval(() => {}, 1000)`
  const args = ['--input-type=module', '--eval', script]
  const other = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(other, 'message')

  expect(takeLock(file)).toBeUndefined()
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(takeLock(file)).toBeDefined()
})
