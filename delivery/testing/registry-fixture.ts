import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeStorage, type Storage } from '@errand/database/testing'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect } from 'vitest'

import { openRegistry, type OpenRegistryOptions, type Registry } from '../registry/open-registry.ts'
import { definition } from '../registry/tables/definition.ts'
import type * as schema from '../registry/tables/schema.ts'
import { actorHeader, localAdminToken } from '../signing/credentials.ts'
import { createKeyPair } from '../signing/keys.ts'
import { signRelease } from '../signing/signatures.ts'

/** An answer, read. */
export interface Answer {
  status: number
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on it, which is the check
  body: any
}

interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A team with the keys and the token of its app. */
export interface Team {
  app: string
  token: string
  privateKey: string
}

/** Deviations of an upload. */
interface UploadOptions {
  privateKey?: string
  app?: string
  commit?: string
  /** The name of the person who runs the command. */
  actor?: string
  /** Files in place of the build's, or additional ones. */
  more?: Record<string, Uint8Array>
}

type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** Changes the manifest in a build's folder; returns the folder. */
export function withManifest(distDir: string, change: Record<string, unknown>): string {
  const file = join(distDir, 'release.json')
  const release: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...release, ...change }))
  return distDir
}

/** A registry with a database for this test file alone. */
export function setUpTestRegistry(
  settings: Pick<OpenRegistryOptions, 'allowsLocalRemotes' | 'consoleDir'> = {},
) {
  const parts: { storage?: Storage<typeof schema>; registry?: Registry } = {}
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-registry-'))

  beforeAll(async () => {
    parts.storage = await makeStorage(definition)
    parts.registry = await open()
  })
  afterAll(async () => {
    await parts.registry?.close()
    await parts.storage?.remove()
    rmSync(dataDir, { recursive: true })
  })

  /** Opens the same database again, as another process would. */
  function open(more: Pick<OpenRegistryOptions, 'notices'> = {}): Promise<Registry> {
    return openRegistry({
      dataDir,
      databaseUrl: parts.storage?.url,
      releasesDir: join(dataDir, 'releases'),
      adminToken: localAdminToken(dataDir),
      guardsRollouts: false,
      ...settings,
      ...more,
      // Dropping the database breaks connections; a failed request is visible in its answer.
      logError: () => {},
    })
  }

  const call: Call = async (method, path, { token, body, headers } = {}) => {
    const response = await registry().routes.request(`/registry${path}`, {
      method,
      headers: { authorization: `Bearer ${token ?? localAdminToken(dataDir)}`, ...headers },
      ...(body !== undefined && { body: toBody(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
  }

  function registry(): Registry {
    if (parts.registry === undefined) throw new Error('The registry is not open yet')
    return parts.registry
  }

  async function newTeam(app: string): Promise<Team> {
    const { publicKey, privateKey } = createKeyPair()
    const added = await call('POST', `/apps/${app}/keys`, { body: { publicKey } })
    expect(added.status).toBe(200)
    const { body } = await call('POST', `/apps/${app}/token`)
    return { app, token: body.token, privateKey }
  }

  /** Sends a build as the command does. */
  async function upload(team: Team, distDir: string, options: UploadOptions = {}): Promise<Answer> {
    const { app = team.app, privateKey = team.privateKey, commit, actor = '', more = {} } = options
    signRelease(distDir, privateKey)
    const { files } = JSON.parse(readFileSync(join(distDir, 'release.json'), 'utf8'))
    const names = ['release.json', 'release.sig.json', ...Object.keys(files)]
    const sent = names
      .filter((name) => existsSync(join(distDir, name)))
      .map((name) => [name, readFileSync(join(distDir, name))])
    const body = Buffer.from(zipSync({ ...Object.fromEntries(sent), ...more }))
    const query = commit === undefined ? '' : `?commit=${commit}`
    const headers = { [actorHeader]: actor }
    return call('POST', `/apps/${app}/releases${query}`, { token: team.token, body, headers })
  }

  return {
    dataDir,
    releasesDir: join(dataDir, 'releases'),
    call,
    open,
    newTeam,
    upload,
    get registry() {
      return registry()
    },
    change: (app: string, change: unknown, options: CallOptions & { reason?: string } = {}) => {
      const { reason, ...rest } = options
      return call('POST', `/apps/${app}/changes`, { ...rest, body: { change, reason } })
    },
    /** Gives a candidate to everybody, proven or not. */
    promote: (app: string, options: CallOptions = {}) =>
      call('POST', `/apps/${app}/changes`, {
        ...options,
        body: { change: { type: 'promote', force: true }, reason: 'planted' },
      }),
    audit: async (app: string): Promise<Answer['body'][]> =>
      (await call('GET', `/audit?app=${app}`)).body.audit,
  }
}

const toBody = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body)

/** A rollout to everybody, or to a percentage. */
export const rollout = (version: string, percent = 100) => ({
  type: 'rollout',
  version,
  weight: percent * 1000,
})
