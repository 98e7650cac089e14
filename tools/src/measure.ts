import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { root } from './root.ts'
import { freePorts } from './settings.ts'
import { onStop, print } from './terminal.ts'

// `npx pnpm measure`: the figures of the README, in fresh clones of the last commit. It takes a quarter of
// an hour, in which the machine should do nothing else.
const folder = mkdtempSync(join(tmpdir(), 'errand-measure-'))
const end = () => process.exit(130)
onStop({ stop: end, kill: end })
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

const ports = await freePorts(5)
const env = {
  ...process.env,
  // Where npm and pnpm keep what they have downloaded: empty at first.
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_CACHE_HOME: join(folder, 'cache'),
  npm_config_cache: join(folder, 'npm'),
  ...Object.fromEntries(
    ['PORT', 'API_PORT', 'REGISTRY_PORT', 'IDENTITY_PORT', 'MAIL_PORT'].map((name, at) => [
      name,
      String(ports[at]),
    ]),
  ),
}
/** How long the product rests before its memory and load are measured, and for how long they are. */
const restMs = 120_000
const loadMs = 60_000

print('| what | time |')
print('| --- | --- |')
const row = (what: string, time: string) => print(`| ${what} | ${time} |`)
const first = clone('first')
const empty = await start(first)
const installing = `${inSeconds(empty.ms - empty.startMs)} of them installing`
row(
  '`npm start`, nothing installed, empty package store',
  `${inSeconds(empty.ms)} to the ready line, ${installing}`,
)
const again = await start(first, measureRest)
row('`npm start`, again', inSeconds(again.ms))
row('memory of all that `npm start` runs, two minutes later', again.rest ?? '')
const second = clone('second')
const stored = await start(second)
row(
  '`npm start`, fresh clone, packages in pnpm’s store',
  `${inSeconds(stored.startMs)} from installed to ready`,
)
const firstCheck = await run(first, 'npx pnpm check')
const check = await run(first, 'npx pnpm check')
row('`npx pnpm check`', `${inSeconds(check.ms)}; the first time ${inSeconds(firstCheck.ms)}`)
const tests = await run(second, 'npm test')
const steps = [...tests.output.matchAll(/^✓ (\w+) in (\d+)/gm)].map(
  ([, name, time]) => `${name} ${time} s`,
)
row(
  '`npm test`, fresh clone, packages in pnpm’s store',
  `${inSeconds(tests.ms)}: ${steps.join(', ')}`,
)
appendFileSync(join(second, 'remote-billing/src/buy/buy-page.tsx'), '\n// A change.\n')
const changed = await run(second, 'npm test -- --changed')
row('`npm test -- --changed`, a change in one remote', inSeconds(changed.ms))
process.exit(0)

function clone(name: string): string {
  const copy = join(folder, name)
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, copy])
  return copy
}

/** Runs `npm start` until it is ready, then what is measured of it, and stops it. */
async function start(cwd: string, measure?: (pid: number) => Promise<string>) {
  const since = performance.now()
  const { child, closed, says } = launch(cwd, 'npm start')
  const [, startSeconds] = await says(/^Ready in ([\d.]+)/m)
  const ms = performance.now() - since
  const rest = await measure?.(Number(child.pid))
  interrupt(child)
  await closed
  return { ms, startMs: Number(startSeconds) * 1000, rest }
}

async function run(cwd: string, command: string): Promise<{ ms: number; output: string }> {
  const since = performance.now()
  const { closed, output } = launch(cwd, command)
  const [code] = await closed
  if (code !== 0) throw new Error(`${command} failed:\n${output()}`)
  return { ms: performance.now() - since, output: output() }
}

/** Runs a command of npm; it ends with this process. */
function launch(cwd: string, command: string) {
  const [file = '', ...args] = command.split(' ')
  const child = spawn(file, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const closed = once(child, 'close')
  process.once('exit', () => interrupt(child))
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(output)
      if (found) return found
      if (child.exitCode !== null) throw new Error(`${command} ended:\n${output}`)
      await Promise.race([once(child.stdout, 'data'), closed])
    }
  }
  return { child, closed, says, output: () => output }
}

/** As Ctrl-C does: npm alone would leave what it has started. */
function interrupt({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT')
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

/** Memory and load of a process and all below it, while nobody uses them; from Linux's /proc. */
async function measureRest(pid: number): Promise<string> {
  await delay(restMs)
  const before = cpuTicks(pid)
  await delay(loadMs)
  // A tick is a hundredth of a second.
  const load = (cpuTicks(pid) - before) / (loadMs / 10)
  const kilobytes = processesBelow(pid)
    .map((id) => /^Pss:\s+(\d+)/m.exec(readProc(id, 'smaps_rollup'))?.[1])
    .reduce((sum, pss) => sum + Number(pss ?? 0), 0)
  return `${Math.round((kilobytes * 1024) / 1e6)} MB, and ${(load * 100).toFixed(1)} % of a core while nobody uses it`
}

function cpuTicks(pid: number): number {
  return processesBelow(pid)
    .flatMap((id) => statOf(id).slice(11, 13))
    .reduce((sum, ticks) => sum + Number(ticks), 0)
}

function processesBelow(pid: number): number[] {
  const parents = globSync('/proc/[0-9]*').map((dir) => {
    const id = Number(dir.slice('/proc/'.length))
    return [id, Number(statOf(id)[1])] as const
  })
  const below = new Set([pid])
  // A set grows while it is walked.
  for (const id of below) for (const [child, parent] of parents) if (parent === id) below.add(child)
  return [...below]
}

/** The fields of `/proc/<id>/stat` behind the program's name: state, parent, … */
function statOf(id: number): string[] {
  return readProc(id, 'stat').split(') ').at(-1)?.split(' ') ?? []
}

function readProc(id: number, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}
