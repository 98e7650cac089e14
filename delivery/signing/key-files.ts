import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { createKeyPair } from './keys.ts'

/** Where a data directory keeps what must stay secret. */
export const keysDir = (dataDir: string): string => join(dataDir, 'keys')

/** The private key with which this machine signs an app's releases; made at the first use. */
export const deployKey = (dataDir: string, app: string): string =>
  readOrMakeSecret(join(keysDir(dataDir), `${app}.pem`), () => createKeyPair().privateKey)

/** The secret in a file that only its owner can read; made at the first use. */
export function readOrMakeSecret(file: string, make: () => string): string {
  if (!existsSync(file)) writeOnce(file, make())
  return readFileSync(file, 'utf8').trim()
}

/** The first of two processes wins, and neither ever reads half a secret. */
function writeOnce(file: string, secret: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${process.pid}.partial`
  writeFileSync(partial, `${secret.trim()}\n`, { mode: 0o600 })
  try {
    linkSync(partial, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(partial)
  }
}
