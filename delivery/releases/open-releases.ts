import { LRUCache } from 'lru-cache'

import { releasePath } from '../build/common-config.ts'
import { verifySignature, type PublicKeys } from '../signing/verify-signature.ts'
import { releaseSignatureSchema, signatureFileName } from '../signing/release-signature.ts'
import { readEncodings, type Encodings } from './encodings.ts'
import { ReleaseStoreError, type ReleaseStore } from './release-store.ts'
import { releaseFileName, releaseSchema, type HostRelease, type Release } from './release.ts'
import { isIntact } from './integrity.ts'

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
  /** The document that a host's release brings. */
  document: (host: HostRelease) => Promise<string>
  /** One file of a release: checked against its hash once. Nothing when the release has no such file. */
  file: (app: string, version: string, name: string) => Promise<ReleaseFile | undefined>
  /** A file at `<app>/<version>/<name>` that was read and checked before. */
  inMemory: (path: string) => ReleaseFile | undefined
  /** Whether the release was there and has been deleted. */
  isGone: (app: string, version: string) => Promise<boolean>
}

const safeName = /^[a-z0-9][\w.+-]*$/i
const cachedBytes = 128 * 1024 * 1024
const cachedAccounts = 2_000

/** What a deleted release leaves behind, so that open pages can be told. */
export const tombstoneName = 'tombstone.json'

interface ReleasesOptions {
  /** Who may sign releases of an app. */
  keysOf: (app: string) => PublicKeys
  /** Hears of releases that cannot be served. */
  onDamaged: (app: string, version: string, error: unknown) => void
}

/** Reads published releases; they are immutable, so each is read only once. */
export function openReleases(
  store: ReleaseStore,
  { keysOf, onDamaged }: ReleasesOptions,
): Releases {
  const accounts = new LRUCache<string, Release>({ max: cachedAccounts })
  const files = new LRUCache<string, ReleaseFile>({
    maxSize: cachedBytes,
    sizeCalculation: sizeOf,
  })

  async function account(app: string, version: string): Promise<Release | undefined> {
    // Both come from a URL: nothing that could leave the store.
    if (!safeName.test(app) || !safeName.test(version)) return undefined
    const key = `${app}/${version}`
    const known = accounts.get(key)
    if (known !== undefined) return known
    const bytes = await store.read(`${key}/${releaseFileName}`)
    if (bytes === undefined) return undefined
    await refuseForgery(app, version, bytes)
    const release = releaseSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
    if (release.app !== app || release.version !== version)
      throw new Error(`It is the account of ${release.app}@${release.version}`)
    accounts.set(key, release)
    return release
  }

  async function refuseForgery(app: string, version: string, bytes: Uint8Array<ArrayBuffer>) {
    const signed = await store.read(`${app}/${version}/${signatureFileName}`)
    if (signed === undefined) throw new Error('It is not signed')
    const signature = releaseSignatureSchema.parse(JSON.parse(new TextDecoder().decode(signed)))
    if (await verifySignature(bytes, signature, keysOf(app))) return
    throw new Error(`It is signed by ${signature.keyId}, which is no key of ${app}, or was altered`)
  }

  async function file(app: string, version: string, name: string) {
    const release = await account(app, version)
    if (release === undefined || !Object.hasOwn(release.files, name)) return undefined
    const path = `${app}/${version}/${name}`
    const known = files.get(path)
    if (known !== undefined) return known
    const integrity = release.files[name] ?? ''
    const bytes = await store.read(path)
    if (bytes === undefined) return undefined
    if (!(await isIntact(bytes, integrity))) throw new Error(`${path} is not what was published`)
    const read = { integrity, bytes, encodings: await readEncodings(store, path, bytes) }
    files.set(path, read)
    return read
  }

  async function prepareOne(app: string, version: string): Promise<boolean> {
    try {
      const release = await account(app, version)
      if (release === undefined) throw new Error('It is not there')
      if (release.kind === 'host' && !(await file(app, version, release.document)))
        throw new Error('It has no document')
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
    async document({ app, version, document }) {
      const found = await file(app, version, document)
      if (found === undefined) throw new Error(`${app}@${version} has no document`)
      return new TextDecoder().decode(found.bytes)
    },
    file,
    inMemory: (path) => files.get(path),
    isGone: async (app, version) =>
      safeName.test(app) &&
      safeName.test(version) &&
      (await store.read(`${app}/${version}/${tombstoneName}`)) !== undefined,
  }
}

const sizeOf = ({ bytes, encodings }: ReleaseFile): number =>
  bytes.length + (encodings.br?.length ?? 0) + (encodings.gzip?.length ?? 0) + 1

/** The absolute URL path of one file of a release. */
export const fileUrl = ({ app, version }: Release, name: string): string =>
  `${releasePath(app, version)}${name}`
