import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

import { isIntact } from '../releases/integrity.ts'
import { tombstoneName } from '../releases/open-releases.ts'
import { releaseFileName, type Release } from '../releases/release.ts'
import { signatureFileName } from './verify-signature.ts'

/** A folder that does not hold what its release.json says; the message names the file. */
export class ReleaseFilesError extends Error {
  override readonly name = 'ReleaseFilesError'
}

const accounts = new Set([releaseFileName, signatureFileName])

/**
 * Reads every file of a finished build and compares it with the account: none altered, none missing,
 * none besides.
 */
export async function verifyFiles(directory: string, release: Release): Promise<void> {
  const unsafe = findUnsafeName(release.files)
  if (unsafe !== undefined) throw new ReleaseFilesError(`${unsafe} is not a name a file may have`)
  const found = await filesOf(directory)
  for (const name of Object.keys(release.files)) {
    if (!found.includes(name)) throw new ReleaseFilesError(`${name} is missing`)
  }
  for (const name of found.filter((file) => !accounts.has(file))) {
    if (!Object.hasOwn(release.files, name))
      throw new ReleaseFilesError(`${name} is not listed in ${releaseFileName}`)
    if (!(await isIntact(await readFile(join(directory, name)), release.files[name] ?? '')))
      throw new ReleaseFilesError(`${name} is not the file that ${releaseFileName} lists`)
  }
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
