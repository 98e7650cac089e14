import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import {
  hostApp,
  policiesOf,
  releaseFileName,
  releaseSchema,
  type Release,
} from '../../releases/release.ts'
import { sourceMapNames } from '../../releases/source-maps.ts'
import {
  findUnsafeName,
  ReleaseFilesError,
  releaseSignatureSchema,
  signatureFileName,
  verifyFiles,
  verifySignature,
  type ReleaseSignature,
} from '../../signing/signatures.ts'
import type { AuditContext, RegistryContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Queries } from '../tables/definition.ts'
import {
  addAudit,
  findApp,
  findRelease,
  lockApp,
  markPublished,
  saveRelease,
  type App,
  type ReleaseRow,
} from '../tables/queries.ts'
import { findDamage } from './damage.ts'
import { liveReleases, refuseMisfit } from './live-releases.ts'

/** A finished and signed build that is being published. */
export interface Upload extends AuditContext {
  /** Reads those of these files that the build contains; nothing else is ever read. */
  read: (names: string[]) => Record<string, Uint8Array>
  /** The commit that it was built from. */
  commit?: string | undefined
  /** Checks whether it could be published, and stores nothing. */
  isDryRun?: boolean
  /** Releases that go to everybody at the same time. */
  alongside?: Release[]
}

/** Publishes a release; returns its row, undefined after a dry run of a new release. */
export async function publishRelease(
  { database, releasesDir }: RegistryContext,
  { app, actor, read, commit, isDryRun = false, alongside = [] }: Upload,
): Promise<{ row: ReleaseRow | undefined; isNew: boolean }> {
  const { queries } = database
  const owner = await findApp(queries, app)
  if (owner === undefined) {
    throw new Refusal(
      'not_found',
      `The registry knows no app ${app}; an admin adds it with "errand keys add ${app}".`,
    )
  }
  const manifest = readManifest(read([releaseFileName, signatureFileName]))
  const release = checkRelease(manifest, owner)
  const published = await findRelease(queries, app, release.version)
  const isDamaged =
    published !== undefined &&
    isSame(published, manifest) &&
    (await findDamage(releasesDir, published)) !== undefined
  if (published !== undefined && isSame(published, manifest) && !isDamaged) {
    // Reverted source has the same version again, which then becomes the latest.
    const publishedAt = new Date()
    if (!isDryRun) await markPublished(queries, published, publishedAt)
    return { row: { ...published, publishedAt }, isNew: false }
  }
  // A published release that only lost its files is not checked again.
  const repaired = isDamaged ? published : undefined
  if (!repaired) refuseMisfit(release, await liveReleases(queries, { alongside }))
  const files = read(Object.keys(release.files))
  const missing = Object.keys(release.files).find((name) => files[name] === undefined)
  if (missing !== undefined) throw new Refusal('validation_failed', `${missing} was not sent.`)
  const folder = join(releasesDir, incomingDir, randomUUID())
  try {
    await writeFiles(folder, { ...files, ...readSourceMaps(read, release), ...manifest.files })
    await verify(folder, release)
    await precompress(folder, release)
    if (isDryRun) return { row: undefined, isNew: true }
    return await database.transaction((transaction) =>
      storeRelease(transaction, join(releasesDir, app, release.version), folder, {
        app,
        version: release.version,
        releaseJson: manifest.releaseJson,
        ...manifest.signature,
        commit: repaired ? repaired.commit : (commit ?? null),
        publishedAt: new Date(),
        publishedBy: repaired?.publishedBy ?? actor,
        deletedAt: null,
        actor,
        isRepair: repaired !== undefined,
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Where uploads are assembled; an app's name never starts with a dot. */
export const incomingDir = '.incoming'

function readManifest(files: Record<string, Uint8Array>): SignedManifest {
  const [json, signed] = [files[releaseFileName], files[signatureFileName]]
  if (json === undefined || signed === undefined)
    throw new Refusal('validation_failed', `${releaseFileName} or ${signatureFileName} is missing.`)
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  const signature = releaseSignatureSchema.safeParse(parse(decode(signed)))
  if (!signature.success) throw new Refusal('validation_failed', `${signatureFileName} is not one.`)
  return {
    releaseJson: decode(json),
    signature: signature.data,
    files: { [releaseFileName]: json, [signatureFileName]: signed },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether exactly this release is published; throws a `Refusal` if another one has its version. */
function isSame(row: ReleaseRow, { releaseJson }: Pick<SignedManifest, 'releaseJson'>): boolean {
  if (row.releaseJson !== releaseJson) {
    throw new Refusal(
      'conflict',
      `${row.app} ${row.version} is published already, with other files; a release never changes.`,
    )
  }
  return row.deletedAt === null
}

/** As many bytes as the source maps of a release may have together. */
export const maxSourceMapBytes = 16 * 1024 * 1024

/** The source maps of a build, if it has any. They are not signed: they are only shown. */
function readSourceMaps(read: Upload['read'], release: Release): Record<string, Uint8Array> {
  const maps = read(sourceMapNames(release))
  const size = Object.values(maps).reduce((sum, { byteLength }) => sum + byteLength, 0)
  if (size > maxSourceMapBytes)
    throw new Refusal('body_too_large', 'A release has at most 16 MiB of source maps.')
  return maps
}

async function writeFiles(folder: string, files: Record<string, Uint8Array>): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, bytes)
  }
}

const compressible = /\.(js|css|html|json|svg|map|txt)$/
const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Writes a `.br` and a `.gz` copy beside each text file, once for all visitors. */
async function precompress(folder: string, release: Release): Promise<void> {
  const names = Object.keys(release.files).filter((name) => compressible.test(name))
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name))
      const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
      const copies = {
        br: await brotliAsync(bytes, { params: size }),
        gz: await gzipAsync(bytes, { level: 9 }),
      }
      for (const [ending, copy] of Object.entries(copies)) {
        // A copy that saves nothing is not worth storing.
        if (copy.byteLength < bytes.byteLength)
          await writeFile(join(folder, `${name}.${ending}`), copy)
      }
    }),
  )
}

async function verify(folder: string, release: Release): Promise<void> {
  try {
    await verifyFiles(folder, release)
  } catch (error) {
    if (!(error instanceof ReleaseFilesError)) throw error
    const sentence = `${error.message}; build and sign the release again.`
    throw new Refusal('validation_failed', sentence, { isSuspicious: true })
  }
}

/**
 * The files before the row: a row without files would be served, files without a row are replaced.
 */
async function storeRelease(
  queries: Queries,
  target: string,
  folder: string,
  { actor, isRepair, ...row }: ReleaseRow & { actor: string; isRepair: boolean },
): Promise<{ row: ReleaseRow; isNew: boolean }> {
  const { app, version, keyId } = row
  // Under the app's lock, so that a release that is published twice at once is published once.
  await lockApp(queries, app)
  const existing = await findRelease(queries, app, version)
  if (existing !== undefined && isSame(existing, row) && !isRepair)
    return { row: existing, isNew: false }
  await rm(target, { recursive: true, force: true })
  await mkdir(dirname(target), { recursive: true })
  await rename(folder, target)
  await saveRelease(queries, row)
  const action = isRepair ? 'repair' : 'publish'
  await addAudit(queries, { actor, app, action, after: { version, keyId } })
  return { row, isNew: true }
}

/** A manifest and its signature. */
interface SignedManifest {
  /** release.json, byte for byte. */
  releaseJson: string
  signature: ReleaseSignature
  /** The two files. */
  files: Record<string, Uint8Array>
}

/** Versions are part of paths and of space-separated lists. */
const versionPattern = /^[\da-z][\w.+-]{0,127}$/i

/** The release of a manifest; throws a `Refusal` unless the app signed it. */
function checkRelease({ releaseJson, signature }: SignedManifest, app: App): Release {
  const bytes = new TextEncoder().encode(releaseJson)
  if (!verifySignature(bytes, signature, app.publicKeys)) {
    throw new Refusal(
      'forbidden',
      `The signature is by no key of ${app.name} that the registry knows (key ${signature.keyId}).`,
      { isSuspicious: true },
    )
  }
  const release = releaseOf(releaseJson)
  if (release.app !== app.name) {
    throw new Refusal(
      'validation_failed',
      `This is the release.json of ${release.app}, not of ${app.name}.`,
      { isSuspicious: true },
    )
  }
  if (!versionPattern.test(release.version)) {
    throw new Refusal('validation_failed', `"${release.version}" is not a version.`)
  }
  refuseForeignPlace(release)
  const unsafe = findUnsafeName(release.files)
  if (unsafe !== undefined) {
    throw new Refusal('validation_failed', `A release may not have a file called ${unsafe}.`)
  }
  return release
}

/** Only the app called host may be the host, and a remote must use its own path and names. */
function refuseForeignPlace(release: Release): void {
  const { app } = release
  if (release.kind === 'host' || app === hostApp) {
    if (release.kind === 'host' && app === hostApp) return
    throw new Refusal('forbidden', `${app} cannot be published as a ${release.kind}.`, {
      isSuspicious: true,
    })
  }
  const mount = `/${app.replace(/^remote-/, '')}`
  const name = app.replaceAll('-', '_')
  const { place, name: container, globalName, trustedTypes } = release
  const isNamedAfterApp = container === name && globalName.startsWith(`${name}__`)
  const hasOwnPolicies = policiesOf(release).length === trustedTypes.length
  if (place.mount === mount && isNamedAfterApp && hasOwnPolicies) return
  throw new Refusal(
    'forbidden',
    `${app} lives at ${mount}, as the container ${name} with a Trusted Types policy of its own.`,
    {
      isSuspicious: true,
    },
  )
}

function releaseOf(releaseJson: string): Release {
  try {
    return releaseSchema.parse(JSON.parse(releaseJson))
  } catch (cause) {
    const refusal = new Refusal('validation_failed', 'release.json is not one; build it again.')
    refusal.cause = cause
    throw refusal
  }
}
