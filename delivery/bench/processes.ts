import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts one of the scripts beside this file; resolves when it says that it is ready. */
export async function startScript(name: string, args: string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, name), args, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await once(child, 'message')
  return child
}

/** Starts nginx as one process for the files of a folder, as it would be set up for them. */
export async function startNginx(folder: string, port: number, dir: string): Promise<ChildProcess> {
  const config = join(dir, 'nginx.conf')
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} master_process off; daemon off; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
     events { worker_connections 512; }
     http {
       include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on;
       keepalive_requests 1000000; open_file_cache max=1000; gzip_static on;
       client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy;
       fastcgi_temp_path ${dir}/fastcgi; uwsgi_temp_path ${dir}/uwsgi; scgi_temp_path ${dir}/scgi;
       server { listen 127.0.0.1:${port}; location /r/ { alias ${folder}/; } }
     }`,
  )
  const child = spawn('nginx', ['-c', config, '-p', dir], { stdio: 'inherit' })
  await untilAnswers(port)
  return child
}

async function untilAnswers(port: number): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

/** How a server did under load. */
export interface Load {
  requests: number
  /** What the server's process worked, in seconds of one core. */
  cpuSeconds: number
  bytesPerRequest: number
}

/** How wrk asks. */
interface Asked {
  seconds: number
  headers?: string[]
  /** Paths that every visitor opens, instead of the one of the URL. */
  paths?: string[]
}

/**
 * Has 32 connections of wrk ask a server for a path, each time as another of a thousand visitors.
 * The server's own time is counted, as a busy machine does not change it. Both share one core, and so
 * take turns: on two cores a server that wrk waits for also pays for waking wrk with every answer.
 */
export async function load(
  server: ChildProcess,
  url: string,
  { seconds, headers = [], paths = [] }: Asked,
): Promise<Load> {
  execFileSync('taskset', ['-acp', sharedCore, String(server.pid)], { stdio: 'ignore' })
  const before = cpuSeconds(server)
  const script = join(import.meta.dirname, 'visitors.lua')
  const given = headers.flatMap((header) => ['-H', header])
  const args = ['-t1', '-c32', `-d${seconds}s`, '-s', script, ...given, url, '--', ...paths]
  const child = spawn('taskset', ['-c', sharedCore, 'wrk', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  if (/Non-2xx/.test(output)) throw new Error(`${url} answered with errors:\n${output}`)
  const [, requests, bytes] = /^answers (\d+) (\d+)$/m.exec(output) ?? []
  return {
    requests: Number(requests),
    cpuSeconds: cpuSeconds(server) - before,
    bytesPerRequest: Number(bytes) / Number(requests),
  }
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
