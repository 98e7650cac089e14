import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

const ready = "process.send({ type: 'ready' }); setInterval(() => {}, 1000)"

/** Runs programs, by their scripts, in a process of their own. */
function run(scripts: Record<string, string>, logsDir?: string) {
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
      logsDir: ${JSON.stringify(logsDir ?? folder)},
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
    says: (text: string | RegExp) => vi.waitFor(() => expect(output).toMatch(text)),
    pidOf: (name: string) =>
      Number(
        readFileSync(join(folder, `${name}.log`), 'utf8')
          .match(/(?<=pid )\d+/g)
          ?.at(-1),
      ),
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

test('a program that ends is started again, beside the others', async () => {
  const { child, ended, becomesReady, pidOf, says } = run({ first: ready, second: ready })
  await becomesReady()
  const pids = [pidOf('first'), pidOf('second')]
  process.kill(pidOf('second'), 'SIGKILL')

  await says('second ready again')
  expect(pidOf('first')).toBe(pids[0])
  expect(pidOf('second')).not.toBe(pids[1])
  expect(isRunning(pidOf('second'))).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
  expect(isRunning(pidOf('second'))).toBe(false)
})

test('a program that ends again and again waits for its minute to pass, and ends no other', async () => {
  const { child, ended, becomesReady, pidOf, says } = run({
    first: ready,
    second: `${ready}; process.exit(7)`,
  })
  await becomesReady()

  // Five times at once, each after a longer pause.
  await says('The second ended. It starts again in 3.2 s.')
  await says(/The second ended. It starts again in 5\d\.\d s./)
  expect(isRunning(pidOf('first'))).toBe(true)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0 })
})

test('a log that cannot be written ends nothing', async () => {
  const { child, ended, becomesReady } = run({ first: ready }, '/dev/null/logs')
  await becomesReady()
  child.kill('SIGTERM')

  expect(await ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('The first runs without a log: ENOTDIR'),
  })
})

test.each([
  ["process.send({ type: 'failed', message: 'The disk is full.' })", 'The disk is full.'],
  ["throw new Error('no such module')", 'Error: no such module'],
])('a program that cannot start says why', async (script, reason) => {
  const { ended } = run({ first: ready, second: script })

  expect(await ended).toMatchObject({ code: 1, output: expect.stringContaining(reason) })
})
