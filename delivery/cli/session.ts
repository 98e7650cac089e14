import { existsSync, readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'

import type { Command } from 'commander'

import { workspaceRoot } from '../build/source-version.ts'
import { adminTokenFile } from '../signing/credentials.ts'
import { CommandError, createOutput, type Output, type Streams } from './output.ts'
import { createRegistryClient, type RegistryClient } from './registry-client.ts'

/** The environment and streams of the process, or those of a test. */
export interface Shell extends Streams {
  env: Readonly<Record<string, string | undefined>>
}

/** Everything that a command works with. */
export interface Session {
  env: Shell['env']
  root: string
  dataDir: string
  registry: RegistryClient
  /** Whether the registry is this machine's own and the caller its admin. */
  isLocal: boolean
  edgeUrl: string
  output: Output
}

interface GlobalOptions {
  shell: Shell
  registry?: string
  edge?: string
  json?: boolean
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Finds the registry and the caller's token: options first, then the environment, then this
 * machine.
 */
export function openSession(command: Command): Session {
  const options = command.optsWithGlobals<GlobalOptions>()
  const { env } = options.shell
  const ownUrl = localEdgeUrl(env)
  const url = readUrl(options.registry ?? (env['ERRAND_REGISTRY'] || ownUrl))
  const root = workspaceRoot(import.meta.dirname)
  const dataDir = resolve(root, env['DATA_DIR'] || '.data')
  const given = readSecret(env, 'ERRAND_TOKEN')
  const isLoopback = loopback.has(url.hostname)
  // The token of this machine never leaves it.
  const local = isLoopback ? readLocalToken(dataDir) : undefined
  const token = given ?? local
  return {
    env,
    root,
    dataDir,
    registry: createRegistryClient({
      url,
      token,
      actor: env['ERRAND_ACTOR'] || userInfo().username,
      advice:
        isLoopback && given === undefined
          ? `Another copy of the product runs there than that of ${dataDir}: set PORT and DATA_DIR as yours was started with.`
          : 'Set ERRAND_TOKEN to a token of this registry.',
    }),
    isLocal: given === undefined && local !== undefined,
    edgeUrl: readUrl(options.edge ?? (env['ERRAND_EDGE'] || url.href)).origin,
    output: createOutput(options.shell, options.json ?? false),
  }
}

/** The address of the product that is started with the same settings. */
function localEdgeUrl(env: Shell['env']): string {
  const scheme = env['TLS_CERT_FILE'] ? 'https' : 'http'
  return `${scheme}://localhost:${env['PORT'] || '3000'}`
}

/** A secret from the environment, or from the file that it names; never from an argument. */
export function readSecret(env: Shell['env'], name: string): string | undefined {
  const value = env[name]
  if (value !== undefined && value !== '') return value.trim()
  const file = env[`${name}_FILE`]
  if (file === undefined || file === '') return undefined
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    throw new CommandError('usage', `${name}_FILE names a file that cannot be read: ${file}`)
  }
}

function readLocalToken(dataDir: string): string | undefined {
  const file = adminTokenFile(dataDir)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

function readUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new CommandError('usage', `"${text}" is not an address such as https://errand.example.`)
}
