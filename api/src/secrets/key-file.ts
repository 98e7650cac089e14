import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readSecretKeys, type SecretKeys } from './secret-keys.ts'

/** The key of a developer's machine, made on the first start and kept beside the data. */
export async function openKeyFile(dataDir: string): Promise<SecretKeys> {
  const path = join(dataDir, 'secrets.key')
  await mkdir(dataDir, { recursive: true })
  return readSecretKeys((await read(path)) ?? (await make(path)))
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whole or not at all, and once: processes that start together take the same key. */
async function make(path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return readFile(path, 'utf8')
}
