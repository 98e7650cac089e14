import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts one of the scripts beside this file; resolves when it says that it is ready. */
export async function startScript(name: string, args: string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, name), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  await once(child, 'message')
  return child
}

/** Starts nginx with one worker for the files of a folder, as it would be set up for them. */
export async function startNginx(folder: string, port: number, dir: string): Promise<ChildProcess> {
  const config = join(dir, 'nginx.conf')
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
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

/** Requests a second that a server answers to 32 connections of wrk, which must be installed. */
export async function load(url: string, seconds: number, headers: string[]): Promise<number> {
  const child = spawn(
    'wrk',
    ['-t1', '-c32', `-d${seconds}s`, ...headers.flatMap((header) => ['-H', header]), url],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  if (/Non-2xx/.test(output)) throw new Error(`${url} answered with errors:\n${output}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1])
}
