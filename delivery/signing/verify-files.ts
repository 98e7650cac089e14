import { readFile, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

import { isIntact } from '../releases/integrity.ts'
import { tombstoneName } from '../releases/open-releases.ts'
import { releaseFileName, type Release } from '../releases/release.ts'
import { signatureFileName } from './verify-signature.ts'

/** A folder that does not hold what its release.json says; the message names the file. */
export class ReleaseFilesError extends Error {
  override readonly name = 'ReleaseFilesError'
}

const decompress = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) }
const accounts = new Set([releaseFileName, signatureFileName])

/**
 * Reads every file of a release's folder and compares it with the account: none altered, none
 * missing, none besides. A precompressed copy has to hold the bytes of the file that it stands for.
 */
export async function verifyFiles(directory: string, release: Release): Promise<void> {
  const unsafe = findUnsafeName(release.files)
  if (unsafe !== undefined) throw new ReleaseFilesError(`${unsafe} is not a name a file may have`)
  const found = await filesOf(directory)
  for (const name of Object.keys(release.files)) {
    if (!found.includes(name)) throw new ReleaseFilesError(`${name} is missing`)
  }
  for (const name of found) await verifyFile(directory, release, name)
}

async function verifyFile(directory: string, release: Release, name: string): Promise<void> {
  if (accounts.has(name)) return
  const ending = compressedEndings.find((end) => name.endsWith(end))
  const original = ending === undefined ? name : name.slice(0, -ending.length)
  if (!Object.hasOwn(release.files, original)) {
    throw new ReleaseFilesError(`${name} is not listed in ${releaseFileName}`)
  }
  const content =
    ending === undefined
      ? await readFile(join(directory, name))
      : await unpack(directory, original, ending)
  if (!(await isIntact(content, release.files[original] ?? ''))) {
    throw new ReleaseFilesError(`${name} is not the file that ${releaseFileName} lists`)
  }
}

/** The copy's content: at most as much as the original's, however small the copy is packed. */
async function unpack(
  directory: string,
  original: string,
  ending: keyof typeof decompress,
): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = await stat(join(directory, original))
  const copy = await readFile(join(directory, `${original}${ending}`))
  const options = { maxOutputLength: Math.max(1, size) }
  return decompress[ending](copy, options).catch(() => copy)
}

async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}

/** The endings of the precompressed copies that lie beside a release's files. */
const compressedEndings = ['.br', '.gz'] as const

const own = new Set([releaseFileName, signatureFileName, tombstoneName])
const step = /^[\w@+~-][\w@.+~-]*$/

/** The first listed name that no release may have, or nothing when all of them will do. */
export function findUnsafeName(files: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(files)
  const folders = new Set(names.flatMap(foldersOf))
  return names.find((name) => {
    const isOwn = own.has(name) || compressedEndings.some((ending) => name.endsWith(ending))
    // Nothing that leaves the folder, hides in it, or is a file and a folder at once.
    return isOwn || folders.has(name) || !name.split('/').every((part) => step.test(part))
  })
}

function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
