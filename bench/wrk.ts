import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const seconds = 3

/** The headers of a browser whose visitor is signed in. */
export const signedIn = {
  cookie: ['', '__Host-']
    .map((prefix) => `${prefix}errand_visitor=AAAAAAAAAAAAAAAAAAAAAA; ${prefix}errand_signed_in=1`)
    .join('; '),
  'accept-encoding': 'gzip',
}

/** 32 connections of wrk: what a client in this process can ask is less than a server can answer. */
export async function loadWithWrk(url: string, headers: Record<string, string>): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', '-c32', `-d${seconds}s`, ...named, url]
  const { stdout } = await promisify(execFile)('wrk', args).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error('wrk, which asks the edge, is not installed: "apt-get install wrk".')
  })
  if (stdout.includes('Non-2xx')) throw new Error(`${url} answered with errors:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
