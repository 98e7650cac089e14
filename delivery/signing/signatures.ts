import { createHash, sign, verify } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

import * as z from 'zod/mini'

import { releaseFileName, tombstoneName, type Release } from '../releases/release.ts'
import { isSourceMap } from '../releases/source-maps.ts'
import { isMissing } from '../releases/stores.ts'
import { keyIdOf } from './keys.ts'

/** The Ed25519 signature of a release.json, and thus of every file that it lists. */
export const releaseSignatureSchema = z.object({ keyId: z.string(), signature: z.base64() })
export type ReleaseSignature = z.infer<typeof releaseSignatureSchema>

/** The name of the signature among the release's files. */
export const signatureFileName = 'release.sig.json'

/** Public keys as PEM, by their ids. */
export type PublicKeys = Readonly<Record<string, string>>

/** Signs the finished build in a folder and writes the signature beside its release.json. */
export function signRelease(distDir: string, privateKey: string): ReleaseSignature {
  const bytes = readFileSync(join(distDir, releaseFileName))
  const signature: ReleaseSignature = {
    keyId: keyIdOf(privateKey),
    signature: sign(null, bytes, privateKey).toString('base64'),
  }
  writeFileSync(join(distDir, signatureFileName), `${JSON.stringify(signature, null, 2)}\n`)
  return signature
}

/** Whether one of these keys signed exactly these bytes. */
export function verifySignature(
  releaseJson: Uint8Array,
  { keyId, signature }: ReleaseSignature,
  publicKeys: PublicKeys,
): boolean {
  const key = Object.hasOwn(publicKeys, keyId) ? publicKeys[keyId] : undefined
  // The id is a mere claim: the key stored under it has to have that id.
  if (key === undefined || keyIdOf(key) !== keyId) return false
  return verify(null, releaseJson, key, Buffer.from(signature, 'base64'))
}

/** A folder that does not match its release.json; the message names the file. */
export class ReleaseFilesError extends Error {
  override readonly name = 'ReleaseFilesError'
}

const manifestFiles = new Set([releaseFileName, signatureFileName])

/**
 * Checks every file of a finished build against the manifest: none altered, missing or additional
 * except source maps, which are not served.
 */
export async function verifyFiles(directory: string, release: Release): Promise<void> {
  const unsafe = findUnsafeName(release.files)
  if (unsafe !== undefined) throw new ReleaseFilesError(`${unsafe} is not a name a file may have`)
  for (const name of await filesOf(directory)) {
    const isExpected = manifestFiles.has(name) || isSourceMap(name)
    if (!isExpected && !Object.hasOwn(release.files, name))
      throw new ReleaseFilesError(`${name} is not listed in ${releaseFileName}`)
  }
  await verifyListed(directory, release)
}

/**
 * Checks every file that a release lists: none altered or missing; additional files are ignored.
 */
export async function verifyListed(directory: string, { files }: Release): Promise<void> {
  for (const [name, integrity] of Object.entries(files)) {
    const found = await integrityOfFile(join(directory, name))
    if (found === undefined) throw new ReleaseFilesError(`${name} is missing`)
    if (found !== integrity)
      throw new ReleaseFilesError(`${name} is not the file that ${releaseFileName} lists`)
  }
}

/** Hashed in chunks, because a file may have megabytes; undefined if it is missing. */
async function integrityOfFile(file: string): Promise<string | undefined> {
  const hash = createHash('sha384')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  return `sha384-${hash.digest('base64')}`
}

async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}

/** The endings of the precompressed copies that lie beside a release's files. */
const compressedEndings = ['.br', '.gz'] as const

const reservedNames = new Set([releaseFileName, signatureFileName, tombstoneName])
const pathPartPattern = /^[\w@+~-][\w@.+~-]*$/
/** What every file system takes, in a folder and with the ending of a compressed copy. */
const maxNameLength = 200

/** The first listed name that no release may have, or nothing when all of them will do. */
export function findUnsafeName(files: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(files)
  const folders = new Set(names.flatMap(foldersOf))
  return names.find((name) => {
    const isOwn =
      reservedNames.has(name) ||
      isSourceMap(name) ||
      compressedEndings.some((ending) => name.endsWith(ending))
    // Nothing that leaves the folder, is hidden in it, or is both a file and a folder.
    return (
      isOwn ||
      name.length > maxNameLength ||
      folders.has(name) ||
      !name.split('/').every((part) => pathPartPattern.test(part))
    )
  })
}

function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
