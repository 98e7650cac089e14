import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

import { LRUCache } from 'lru-cache'

import {
  isIntact,
  releaseFileName,
  releaseSchema,
  tombstoneName,
  type HostRelease,
  type Release,
} from '../releases/release.ts'
import type { ReleaseStore } from '../releases/stores.ts'
import {
  releaseSignatureSchema,
  signatureFileName,
  verifySignature,
  type PublicKeys,
} from '../signing/signatures.ts'

/** A published file, as the edge sends it. */
interface ReleaseFile {
  /** SHA-384 as the integrity attribute writes it. */
  integrity: string
  bytes: Uint8Array<ArrayBuffer>
  /** The same compressed, by the names of `content-encoding`. */
  encodings: Record<'br' | 'gzip', Uint8Array<ArrayBuffer> | undefined>
}

/** The documents of a host's release. */
export interface HostDocuments {
  document: string
  /** The documents of pages that need no script, by path and language. */
  scriptless: Record<string, Record<string, string>>
}

/** Published releases. */
export interface Releases {
  /**
   * Reads the manifests of these releases, and the hosts' documents; those that cannot be read are
   * reported and left out. Resolves to whether all were read.
   */
  prepare: (wanted: [app: string, version: string][]) => Promise<boolean>
  /** The manifest of a prepared release. */
  find: (app: string, version: string) => Release | undefined
  /** The documents of a prepared host. */
  documents: (host: HostRelease) => HostDocuments
  /**
   * One file of a release, checked against its hash once; undefined if the release has no such
   * file.
   */
  file: (app: string, version: string, name: string) => Promise<ReleaseFile | undefined>
  /** Why releases could not be read completely at the last attempt, by `app@version`. */
  damaged: () => Record<string, string>
  /** Whether the release was deleted. */
  isGone: (app: string, version: string) => Promise<boolean>
}

const cachedBytes = 128 * 1024 * 1024
const cachedReleases = 2_000
const cachedHosts = 100

interface ReleasesOptions {
  /** The keys that may sign releases of an app. */
  keysOf: (app: string) => PublicKeys
  /** Called for releases that cannot be served. */
  onDamaged: (app: string, version: string, error: unknown) => void
}

/** An attempt to read a file, the manifest if no path is given, and its error. */
interface ReadAttempt {
  path?: string
  error?: Error
}

/** Reads published releases, each only once, because they are immutable. */
export function openReleases(
  store: ReleaseStore,
  { keysOf, onDamaged }: ReleasesOptions,
): Releases {
  const reader = createReader(store, keysOf)
  // Concurrent requests for the same release share one read.
  const opened = new LRUCache<string, Release>({
    max: cachedReleases,
    fetchMethod: (path) => reader.readRelease(path),
    ignoreFetchAbort: true,
  })
  // Separate: a lost document must not affect the other files of its release for open pages.
  const documents = new LRUCache<string, HostDocuments, HostRelease>({
    max: cachedHosts,
    fetchMethod: (path, _stale, { context }) => reader.readDocuments(path, context),
    ignoreFetchAbort: true,
  })
  const files = new LRUCache<string, ReleaseFile, string>({
    maxSize: cachedBytes,
    sizeCalculation: ({ bytes, encodings: { br, gzip } }) =>
      1 + bytes.length + (br?.length ?? 0) + (gzip?.length ?? 0),
    fetchMethod: (path, _stale, { context }) => reader.readFile(path, context),
    ignoreFetchAbort: true,
  })

  const damage = createDamageLog()

  async function open(app: string, version: string): Promise<Release | undefined> {
    return isSafe(app, version) ? opened.fetch(`${app}/${version}`) : undefined
  }

  async function prepareOne(app: string, version: string): Promise<boolean> {
    try {
      const release = await open(app, version)
      if (release === undefined) throw new Error('It is not there')
      if (release.kind === 'host') await documents.fetch(`${app}/${version}`, { context: release })
      damage.note(app, version, {})
      return true
    } catch (error) {
      damage.note(app, version, { error: asError(error) })
      onDamaged(app, version, error)
      return false
    }
  }

  return {
    async prepare(wanted) {
      const results = await Promise.all(wanted.map((release) => prepareOne(...release)))
      return results.every(Boolean)
    },
    find: (app, version) => opened.get(`${app}/${version}`),
    documents({ app, version }) {
      const read = documents.get(`${app}/${version}`)
      if (read === undefined) throw new Error(`${app}@${version} has no document`)
      return read
    },
    async file(app, version, name) {
      const { files: listed = {} } = (await open(app, version)) ?? {}
      if (!Object.hasOwn(listed, name)) return undefined
      const path = `${app}/${version}/${name}`
      try {
        const file = await files.fetch(path, { context: listed[name] ?? '' })
        damage.note(app, version, {
          path,
          ...(file === undefined && { error: new Error(`${path} is missing`) }),
        })
        return file
      } catch (error) {
        damage.note(app, version, { path, error: asError(error) })
        throw error
      }
    },
    damaged: damage.reasons,
    isGone: async (app, version) =>
      isSafe(app, version) &&
      (await store.read(`${app}/${version}/${tombstoneName}`)) !== undefined,
  }
}

/** Reads files from a store and refuses what the app has not published. */
function createReader(store: ReleaseStore, keysOf: ReleasesOptions['keysOf']) {
  /** Undefined if it does not exist; throws if it is not what the app has published. */
  async function readRelease(path: string): Promise<Release | undefined> {
    const bytes = await store.read(`${path}/${releaseFileName}`)
    if (bytes === undefined) return undefined
    const signed = await store.read(`${path}/${signatureFileName}`)
    if (signed === undefined) throw new Error('It is not signed')
    const signature = releaseSignatureSchema.parse(JSON.parse(textOf(signed)))
    const [app = ''] = path.split('/')
    if (!verifySignature(bytes, signature, keysOf(app)))
      throw new Error(`It was altered, or ${signature.keyId} is no key of ${app}`)
    const release = releaseSchema.parse(JSON.parse(textOf(bytes)))
    if (`${release.app}/${release.version}` !== path)
      throw new Error(`It is the account of ${release.app}@${release.version}`)
    return release
  }

  async function readDocuments(path: string, host: HostRelease): Promise<HostDocuments> {
    async function read(name: string): Promise<string> {
      const bytes = await readIntact(`${path}/${name}`, host.files[name])
      if (bytes === undefined) throw new Error(`It has no ${name}`)
      return textOf(bytes)
    }
    const readEach = async <Named, Read>(
      named: Record<string, Named>,
      readOne: (one: Named) => Promise<Read>,
    ): Promise<Record<string, Read>> => {
      const entries = Object.entries(named).map(async ([key, one]) => [key, await readOne(one)])
      return Object.fromEntries(await Promise.all(entries))
    }
    return {
      document: await read(host.document),
      scriptless: await readEach(host.scriptless ?? {}, (byLanguage) => readEach(byLanguage, read)),
    }
  }

  async function readFile(path: string, integrity: string): Promise<ReleaseFile | undefined> {
    const bytes = await readIntact(path, integrity)
    if (bytes === undefined) return undefined
    const [br, gzip] = await Promise.all([readEncoded('br'), readEncoded('gzip')])
    return { integrity, bytes, encodings: { br, gzip } }

    /**
     * The compressed copy that publishing stored beside the file. The release signs the file only,
     * so the copy has to decode to exactly its bytes; otherwise it counts as missing.
     */
    async function readEncoded(encoding: 'br' | 'gzip') {
      const { suffix, decode } = decoders[encoding]
      const encoded = await store.read(`${path}${suffix}`)
      if (bytes === undefined || encoded === undefined) return undefined
      const decoded = await decode(encoded, { maxOutputLength: bytes.length + 1 }).catch(() => null)
      return decoded?.equals(bytes) === true ? encoded : undefined
    }
  }

  async function readIntact(path: string, integrity: string | undefined) {
    const bytes = await store.read(path)
    if (bytes !== undefined && !(await isIntact(bytes, integrity)))
      throw new Error(`${path} is not what was published`)
    return bytes
  }

  return { readRelease, readDocuments, readFile }
}

/** Remembers why something could not be read, until it can. */
function createDamageLog() {
  /** By release and path. */
  const damage = new Map<string, Map<string, string>>()
  return {
    note(app: string, version: string, { path = '', error }: ReadAttempt): void {
      const release = `${app}@${version}`
      const reasons = damage.get(release) ?? new Map<string, string>()
      if (error === undefined) reasons.delete(path)
      else reasons.set(path, error.message)
      if (reasons.size === 0) damage.delete(release)
      else damage.set(release, reasons)
    },
    /** One reason for each release. */
    reasons: (): Record<string, string> =>
      Object.fromEntries(
        [...damage].map(([release, reasons]) => {
          const [reason = ''] = reasons.values()
          return [release, reason.slice(0, 300)]
        }),
      ),
  }
}

/** Both come from a URL and must not leave the store. */
const isSafe = (app: string, version: string): boolean =>
  safeName.test(app) && safeName.test(version)
const safeName = /^[a-z0-9][\w.+-]{0,127}$/i

const decoders = {
  br: { suffix: '.br', decode: promisify(brotliDecompress) },
  gzip: { suffix: '.gz', decode: promisify(gunzip) },
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
