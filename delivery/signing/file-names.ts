import { tombstoneName } from '../releases/open-releases.ts'
import { releaseFileName } from '../releases/release.ts'
import { signatureFileName } from './release-signature.ts'

/** The endings of the precompressed copies that lie beside a release's files. */
export const compressedEndings = ['.br', '.gz'] as const

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
