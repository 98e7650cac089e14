import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts one of the scripts beside this file; resolves when it says that it is ready. */
export async function startScript(name: string, args: string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, name), args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (said !== 'ready') throw new Error(`${name} did not start`)
  return child
}

export async function stopScript(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** What a process takes when it has tidied up. */
export async function tidyMemory(child: ChildProcess): Promise<number> {
  child.send('memory')
  const [bytes] = await once(child, 'message')
  return Number(bytes)
}

/** What a process takes at this moment. */
export function residentMemory({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** How a server did under load. */
export interface Load {
  requests: number
  /** What the server's process worked, in seconds of one core. */
  cpuSeconds: number
  seconds: number
}

/**
 * Has 32 connections of wrk ask a server, each request with the next of many tokens. Both share one
 * core and so take turns: on two cores a server also pays for waking wrk with every answer.
 */
export async function load(
  server: ChildProcess,
  url: string,
  { seconds, script }: { seconds: number; script: string },
): Promise<Load> {
  execFileSync('taskset', ['-acp', sharedCore, String(server.pid)], { stdio: 'ignore' })
  const before = cpuSeconds(server)
  const args = ['-c', sharedCore, 'wrk', '-t1', '-c32', `-d${seconds}s`, '-s', script, url]
  const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  if (/Non-2xx/.test(output)) throw new Error(`${url} answered with errors:\n${output}`)
  const [, requests] = /(\d+) requests in/.exec(output) ?? []
  return { requests: Number(requests), seconds, cpuSeconds: cpuSeconds(server) - before }
}

const [, sharedCore = '0'] =
  /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
const ticksPerSecond = 100

/** The time that a process has worked, in its own code and in the kernel (proc_pid_stat(5)). */
function cpuSeconds({ pid }: ChildProcess): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? ''
  const [user, system] = afterName.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / ticksPerSecond
}
