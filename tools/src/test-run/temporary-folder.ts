import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives this process and its children a temporary folder that is gone when this process ends. */
export function useTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), 'errand-test-'))
  // As /tmp itself: PostgreSQL and apt write there as users of their own.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
