import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { keepRunning, type KeepOptions, type KeptProgram } from './keep-running.ts'

const ready = "process.send({ type: 'ready' }); setInterval(() => {}, 1000)\n"

function run(script: string, more: Partial<KeepOptions> & { isEdited?: boolean } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), 'errand-program-'))
  writeFileSync(join(cwd, 'program.mjs'), `console.log('pid', process.pid)\n${script}`)
  const { isEdited = false, ...options } = more
  const program = { name: 'program', args: [join(cwd, 'program.mjs')], cwd, env: {}, isEdited }
  const kept = keepRunning(program, {
    logsDir: cwd,
    onEnd: () => {},
    onGiveUp: () => {},
    ...options,
  })
  return { kept, pids: () => pidsIn(join(cwd, 'program.log')) }
}

const pidsIn = (log: string): number[] =>
  [...readFileSync(log, 'utf8').matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

function kill(pid: number | undefined): void {
  if (pid === undefined) throw new Error('The program has not said its number')
  process.kill(pid, 'SIGKILL')
}

async function expectStopped(kept: KeptProgram, pid: number | undefined) {
  await kept.stop()
  expect(isRunning(pid)).toBe(false)
}

test('a stopped program is gone', async () => {
  const { kept, pids } = run(ready)
  await kept.ready

  expect(isRunning(pids()[0])).toBe(true)
  await expectStopped(kept, pids()[0])
})

test('a program that does not listen is killed in the end', async () => {
  const { kept, pids } = run(`process.on('SIGTERM', () => {})\n${ready}`, { graceMs: 10 })
  await kept.ready

  await expectStopped(kept, pids()[0])
})

test('a killed program is started again', async () => {
  const onEnd = vi.fn()
  const { kept, pids } = run(ready, { onEnd })
  await kept.ready
  kill(pids()[0])
  await vi.waitFor(() => expect(pids()).toHaveLength(2))

  expect(onEnd).toHaveBeenCalledWith('The program ended unexpectedly and is started again.')
  await expectStopped(kept, pids()[1])
})

test('a program that ends again and again is given up, with the end of its log', async () => {
  const gaveUp = Promise.withResolvers<Error>()
  const { kept, pids } = run("process.send({ type: 'ready' }); throw new Error('broken')", {
    onGiveUp: gaveUp.resolve,
    firstDelayMs: 1,
  })
  await kept.ready
  const { message } = await gaveUp.promise

  expect(message).toContain('The program ends again and again.')
  expect(message).toContain('Error: broken')
  expect(pids()).toHaveLength(6)
})

test('a program that cannot start says why in its own words', async () => {
  const { kept } = run("process.send({ type: 'failed', message: 'The disk is full.' })")

  await expect(kept.ready).rejects.toThrow('The disk is full.')
})

test('a program that ends without a word is reported with its log', async () => {
  const { kept } = run("throw new Error('no such module')")

  await expect(kept.ready).rejects.toThrow(
    /The program ended before it was ready \(code 1\)\.[^]*no such module/,
  )
})

test('an edited program waits for the next change after a failure', async () => {
  const failed = Promise.withResolvers<string>()
  const { kept, pids } = run(ready, { onEnd: failed.resolve, isEdited: true })
  await kept.ready
  kill(pids()[0])

  expect(await failed.promise).toContain('It starts again when a file changes.')
  expect(pids()).toHaveLength(1)
  kept.restart()
  await vi.waitFor(() => expect(pids()).toHaveLength(2))
  await expectStopped(kept, pids()[1])
})
