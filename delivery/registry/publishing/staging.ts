import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import * as z from 'zod/mini'

import { isIntact } from '../../releases/integrity.ts'
import { releaseFileName, type Release } from '../../releases/release.ts'
import { releaseSignatureSchema, signatureFileName } from '../../signing/release-signature.ts'
import { Refusal } from '../refusal.ts'

/** What a team sends ahead of the files of a release. */
export const announcementSchema = z.object({
  /** release.json to the byte. */
  releaseJson: z.string(),
  signature: releaseSignatureSchema,
  /** What it was built from. */
  commit: z.optional(z.string().check(z.regex(/^[\da-f]{7,64}$/))),
})
export type Announcement = z.infer<typeof announcementSchema>

/** Where the parts of a release wait until all are there; an app's name never begins with a dot. */
const incomingDir = '.incoming'
const announcementFile = 'announcement.json'

/** The parts of one release that is being uploaded. */
export class Staging {
  readonly #directory: string

  constructor(releasesDir: string, app: string, version: string) {
    this.#directory = join(releasesDir, incomingDir, app, version)
  }

  async announce(announcement: Announcement): Promise<void> {
    await this.#write(announcementFile, JSON.stringify(announcement))
  }

  async announcement(): Promise<Announcement | undefined> {
    const text = await readFile(join(this.#directory, announcementFile), 'utf8').catch(ifMissing)
    return text === undefined ? undefined : announcementSchema.parse(JSON.parse(text))
  }

  /** One name for each content that has not arrived yet. */
  missing(release: Release): string[] {
    const nameByContent = new Map(Object.entries(release.files).map(([name, hash]) => [hash, name]))
    return [...nameByContent]
      .filter(([hash]) => !existsSync(join(this.#directory, blobName(hash))))
      .map(([, name]) => name)
  }

  async receive(release: Release, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const hash = Object.hasOwn(release.files, name) ? release.files[name] : undefined
    if (hash === undefined) {
      throw new Refusal('validation_failed', `${name} is not listed in ${releaseFileName}.`)
    }
    if (!(await isIntact(bytes, hash))) {
      throw new Refusal(
        'validation_failed',
        `${name} is not the file that ${releaseFileName} lists; build and sign the release again.`,
        { isSuspicious: true },
      )
    }
    await this.#write(blobName(hash), bytes)
  }

  /** Puts the release together in a new folder, and gives it back. */
  async assemble(release: Release, { releaseJson, signature }: Announcement): Promise<string> {
    const target = join(this.#directory, `assembled-${randomUUID()}`)
    for (const [name, hash] of Object.entries(release.files)) {
      const file = join(target, name)
      await mkdir(dirname(file), { recursive: true })
      await copyFile(join(this.#directory, blobName(hash)), file)
    }
    await mkdir(target, { recursive: true })
    await writeFile(join(target, releaseFileName), releaseJson)
    await writeFile(join(target, signatureFileName), `${JSON.stringify(signature, null, 2)}\n`)
    return target
  }

  /** Renames it first: nothing can be added to a folder that is being deleted. */
  async remove(): Promise<void> {
    const removed = `${this.#directory}.${randomUUID()}.removed`
    await rename(this.#directory, removed).catch(ifMissing)
    await rm(removed, { recursive: true, force: true })
  }

  /** Begins again when the folder is removed meanwhile: the same release may be sent twice at once. */
  async #write(name: string, content: string | Uint8Array): Promise<void> {
    while (!(await this.#tryWrite(name, content)));
  }

  /** In two steps, so that half a file never looks like a whole one. */
  async #tryWrite(name: string, content: string | Uint8Array): Promise<boolean> {
    const file = join(this.#directory, name)
    const partial = `${file}.${randomUUID()}.partial`
    try {
      await mkdir(this.#directory, { recursive: true })
      await writeFile(partial, content)
      await rename(partial, file)
      return true
    } catch (error) {
      ifMissing(error)
      return false
    }
  }
}

/** Throws every error again but the one that a file or a folder is not there. */
function ifMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
  throw error
}

/** Forgets uploads of an app that nobody has gone on with since. */
export async function removeAbandoned(
  releasesDir: string,
  app: string,
  before: Date,
): Promise<void> {
  const directory = join(releasesDir, incomingDir, app)
  if (!existsSync(directory)) return
  for (const version of await readdir(directory)) {
    const upload = join(directory, version)
    const found = await stat(upload).catch(ifMissing)
    if (found !== undefined && found.mtime < before)
      await rm(upload, { recursive: true, force: true })
  }
}

/** Named by content, so that no name a release gives its files is ever a path here. */
const blobName = (integrity: string): string =>
  Buffer.from(integrity.replace('sha384-', ''), 'base64').toString('hex')
