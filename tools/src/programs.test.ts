import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

const ready = "process.send({ type: 'ready' }); setInterval(() => {}, 1000)"

/** Runs programs, by their scripts, in a process of their own. */
function run(scripts: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'errand-programs-'))
  const programs = Object.entries(scripts).map(([name, script]) => ({
    name,
    args: ['--eval', `console.log('pid', process.pid)\n${script}`],
    env: {},
  }))
  const file = join(folder, 'main.ts')
  writeFileSync(
    file,
    `import { runPrograms } from ${JSON.stringify(join(import.meta.dirname, 'programs.ts'))}
    await runPrograms(async () => ({
      logsDir: ${JSON.stringify(folder)},
      launch: async ({ start }) => {
        for (const program of ${JSON.stringify(programs)}) await start(program)
        console.log('All are ready')
      },
    }))`,
  )
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    ended: once(child, 'close').then(([code]) => ({ code: Number(code), output })),
    becomesReady: () => vi.waitFor(() => expect(output).toContain('All are ready')),
    pidOf: (name: string) =>
      Number(/pid (\d+)/.exec(readFileSync(join(folder, `${name}.log`), 'utf8'))?.[1]),
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('stopped, all programs are gone', async () => {
  const { child, ended, becomesReady, pidOf } = run({ first: ready, second: ready })
  await becomesReady()
  expect(isRunning(pidOf('first'))).toBe(true)
  child.kill('SIGTERM')

  expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining('Stopping…') })
  expect(isRunning(pidOf('first'))).toBe(false)
  expect(isRunning(pidOf('second'))).toBe(false)
})

test('when one program ends, all end, with the end of its log', async () => {
  const { ended, becomesReady, pidOf } = run({ first: ready, second: ready })
  await becomesReady()
  process.kill(pidOf('second'), 'SIGKILL')

  expect(await ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('The second ended.'),
  })
  expect(isRunning(pidOf('first'))).toBe(false)
})

test.each([
  ["process.send({ type: 'failed', message: 'The disk is full.' })", 'The disk is full.'],
  ["throw new Error('no such module')", 'Error: no such module'],
])('a program that cannot start says why', async (script, reason) => {
  const { ended } = run({ first: ready, second: script })

  expect(await ended).toMatchObject({ code: 1, output: expect.stringContaining(reason) })
})
