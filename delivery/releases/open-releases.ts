import { LRUCache } from 'lru-cache'

import type { PublicKeys } from '../signing/verify-signature.ts'
import { readEncodings, type Encodings } from './encodings.ts'
import { isIntact } from './integrity.ts'
import { openRelease, type ReleaseName } from './open-release.ts'
import { ReleaseStoreError, type ReleaseStore } from './release-store.ts'
import { releasePath, type HostRelease, type Release } from './release.ts'
import { rememberMissing } from './remember-missing.ts'

/** A published file, as the edge sends it. */
export interface ReleaseFile {
  /** SHA-384 as the integrity attribute writes it. */
  integrity: string
  bytes: Uint8Array<ArrayBuffer>
  encodings: Encodings
}

/** Published releases. */
export interface Releases {
  /**
   * Reads the accounts of these releases, and the hosts' documents; those that cannot be read are
   * reported and left out. Answers whether all were read.
   */
  prepare: (wanted: [app: string, version: string][]) => Promise<boolean>
  /** The account of a release that was prepared. */
  find: (app: string, version: string) => Release | undefined
  /** The document that a host's release brings; `name` is one of a page that the build has drawn. */
  document: (host: HostRelease, name?: string) => Promise<string>
  /** One file of a release: checked against its hash once. Nothing when the release has no such file. */
  file: (app: string, version: string, name: string) => Promise<ReleaseFile | undefined>
  /** A file at `<app>/<version>/<name>` that was read and checked before. */
  inMemory: (path: string) => ReleaseFile | undefined
  /** Whether the release was there and has been deleted. */
  isGone: (app: string, version: string) => Promise<boolean>
}

const safeName = /^[a-z0-9][\w.+-]{0,127}$/i
const defaultCachedBytes = 128 * 1024 * 1024
const cachedAccounts = 2_000
const cachedDocuments = 100

/** What a deleted release leaves behind, so that open pages can be told. */
export const tombstoneName = 'tombstone.json'

interface ReleasesOptions {
  /** Who may sign releases of an app. */
  keysOf: (app: string) => PublicKeys
  /** Hears of releases that cannot be served. */
  onDamaged: (app: string, version: string, error: unknown) => void
  /** How much of the files is kept in memory. */
  cachedBytes?: number
}

/** Reads published releases; they are immutable, so each is read only once. */
export function openReleases(
  store: ReleaseStore,
  { keysOf, onDamaged, cachedBytes = defaultCachedBytes }: ReleasesOptions,
): Releases {
  const remembering = rememberMissing(store)
  // Who asks for something that is just being read waits for the same reading.
  const accounts = new LRUCache<string, Release, ReleaseName>({
    max: cachedAccounts,
    fetchMethod: (_key, _stale, { context }) =>
      openRelease(remembering, context, keysOf(context.app)),
    ignoreFetchAbort: true,
  })
  const files = new LRUCache<string, ReleaseFile, string>({
    maxSize: cachedBytes,
    sizeCalculation: sizeOf,
    fetchMethod: (path, _stale, { context }) => readFile(remembering, path, context),
    ignoreFetchAbort: true,
  })
  // Apart from the files: however many are asked for, a page can be made.
  const documents = new LRUCache<string, string>({ max: cachedDocuments })

  async function account(app: string, version: string): Promise<Release | undefined> {
    // Both come from a URL: nothing that could leave the store.
    if (!safeName.test(app) || !safeName.test(version)) return undefined
    return accounts.fetch(`${app}/${version}`, { context: { app, version } })
  }

  async function file(app: string, version: string, name: string) {
    const release = await account(app, version)
    if (release === undefined || !Object.hasOwn(release.files, name)) return undefined
    return files.fetch(`${app}/${version}/${name}`, { context: release.files[name] ?? '' })
  }

  async function document(host: HostRelease, name = host.document): Promise<string> {
    const { app, version } = host
    const key = `${app}/${version}/${name}`
    const known = documents.get(key)
    if (known !== undefined) return known
    const found = await file(app, version, name)
    if (found === undefined) throw new Error(`${app}@${version} has no document`)
    const text = new TextDecoder().decode(found.bytes)
    documents.set(key, text)
    return text
  }

  async function prepareOne(app: string, version: string): Promise<boolean> {
    try {
      const release = await account(app, version)
      if (release === undefined) throw new Error('It is not there')
      if (release.kind === 'host') {
        const names = [release.document, ...Object.values(release.documents ?? {})]
        await Promise.all(names.map((name) => document(release, name)))
      }
      return true
    } catch (error) {
      // What is known stays known while the store is away.
      if (!(error instanceof ReleaseStoreError)) accounts.delete(`${app}/${version}`)
      onDamaged(app, version, error)
      return false
    }
  }

  return {
    async prepare(wanted) {
      const areRead = await Promise.all(wanted.map((release) => prepareOne(...release)))
      return areRead.every(Boolean)
    },
    find: (app, version) => accounts.get(`${app}/${version}`),
    document,
    file,
    inMemory: (path) => files.get(path),
    isGone: async (app, version) =>
      safeName.test(app) &&
      safeName.test(version) &&
      (await remembering.read(`${app}/${version}/${tombstoneName}`)) !== undefined,
  }
}

async function readFile(
  store: ReleaseStore,
  path: string,
  integrity: string,
): Promise<ReleaseFile | undefined> {
  const bytes = await store.read(path)
  if (bytes === undefined) return undefined
  if (!(await isIntact(bytes, integrity))) throw new Error(`${path} is not what was published`)
  return { integrity, bytes, encodings: await readEncodings(store, path, bytes) }
}

const sizeOf = ({ bytes, encodings }: ReleaseFile): number =>
  bytes.length + (encodings.br?.length ?? 0) + (encodings.gzip?.length ?? 0) + 1

/** The absolute URL path of one file of a release. */
export const fileUrl = ({ app, version }: Release, name: string): string =>
  `${releasePath(app, version)}${name}`
