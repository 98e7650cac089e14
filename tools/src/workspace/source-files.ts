import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', 'test-results'])

/** Every source file below a folder. */
export function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) {
      return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : sourceFiles(path)
    }
    return /\.(ts|tsx|mts|mjs|js)$/.test(entry.name) ? [path] : []
  })
}
