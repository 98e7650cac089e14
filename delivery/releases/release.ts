import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { drawnRemoteSchema } from '@errand/contract/remote'
import * as z from 'zod/mini'

/** As much as all files of a release may have, so that one of them has no more. */
export const maxUnpackedBytes = 128 * 1024 * 1024

const fileNames = z.array(z.string())
/** Names of exports, by the library that has them. */
const exportNames = z.optional(z.record(z.string(), z.array(z.string())))

const common = {
  app: z.string(),
  version: z.string(),
  /** The Trusted Types policies that the release's code makes. */
  trustedTypes: z.array(z.string().check(z.regex(/^[\w.-]{1,200}$/))),
  /** Every file of the release with its SHA-384 as the integrity attribute writes it. */
  files: z.record(z.string(), z.string()),
}

/** `release.json` of a host: the document it brings and the paths of its own pages. */
const hostReleaseSchema = z.object({
  ...common,
  kind: z.literal('host'),
  document: z.string(),
  /** The documents of pages that need no script, by path and language. */
  scriptless: z.optional(z.record(z.string(), z.record(z.string(), z.string()))),
  paths: z.array(z.string()),
  /** The page that shows the widgets of remotes. */
  widgetsAt: z.optional(z.string()),
  /** The libraries it gives every remote, by name, with their versions. */
  provides: z.record(z.string(), z.string()),
  /** What each of those libraries has for remotes: the host ships only parts of the large ones. */
  gives: exportNames,
})
export type HostRelease = z.infer<typeof hostReleaseSchema>

/** `release.json` of a remote: its container, its place, and the files its routes load first. */
const remoteReleaseFileSchema = z.object({
  ...common,
  kind: z.literal('remote'),
  name: z.string(),
  globalName: z.string(),
  place: drawnRemoteSchema,
  entry: z.string(),
  preload: fileNames,
  /** What each page loads besides, by its path below the mount. */
  pages: z.array(z.object({ path: z.string(), preload: fileNames })),
  /** What its widget for the dashboard loads; nothing when it has none. */
  widget: z.optional(fileNames),
  /** The versions of the host's libraries it works with, by name, as semver ranges. */
  requires: z.record(z.string(), z.string()),
  /** What it takes of those libraries. */
  uses: exportNames,
})
export type RemoteReleaseFile = z.infer<typeof remoteReleaseFileSchema>

/** The manifest of one immutable build of an app, written by the build beside its files. */
export const releaseSchema = z
  .discriminatedUnion('kind', [hostReleaseSchema, remoteReleaseFileSchema])
  .check(z.refine((release) => namedFiles(release).every((file) => file in release.files)))
export type Release = z.infer<typeof releaseSchema>

function namedFiles(release: HostRelease | RemoteReleaseFile): string[] {
  if (release.kind === 'host') {
    const scriptless = Object.values(release.scriptless ?? {})
    return [release.document, ...scriptless.flatMap((byLanguage) => Object.values(byLanguage))]
  }
  const { entry, preload, pages, widget = [] } = release
  return [entry, ...preload, ...widget, ...pages.flatMap((page) => page.preload)]
}

/** The name of the one app that is the host. */
export const hostApp = 'host'

/** The name of that manifest among the release's files. */
export const releaseFileName = 'release.json'

/** What a deleted release leaves behind, so that open pages can be told. */
export const tombstoneName = 'tombstone.json'

/** The release that lies in this folder, or nothing when no finished build does. */
export function readRelease(directory: string): Release | undefined {
  const file = join(directory, releaseFileName)
  if (!existsSync(file)) return undefined
  return releaseSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
}

/**
 * The Trusted Types policy with which a build's chunk loader names scripts; unique for each
 * release.
 */
export const chunkPolicy = (uniqueName: string): string => `errand-${uniqueName}`

/** The policies of a remote's release; those that it names besides belong to others. */
export const policiesOf = ({ trustedTypes, globalName }: RemoteReleaseFile): string[] =>
  trustedTypes.filter((name) => name === chunkPolicy(globalName))

/** The SHA-384 of a file, as the integrity attribute writes it. */
export const integrityOf = (bytes: Uint8Array): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** Whether these are the bytes of that integrity; off the event loop, as a file may have megabytes. */
export async function isIntact(
  bytes: Uint8Array<ArrayBuffer>,
  integrity: string | undefined,
): Promise<boolean> {
  const digest = Buffer.from(await crypto.subtle.digest('SHA-384', bytes))
  return `sha384-${digest.toString('base64')}` === integrity
}

/** Where the edge serves the files of a release; the version in the path keeps releases apart. */
export const releasePath = (app: string, version: string): string => `/r/${app}/${version}/`

/** What stands in the version of a preview, between that of the package and the branch. */
export const previewMark = '-preview.'

/** Whether a release was made to be looked at: `latest` is never one, and its files go sooner. */
export const isPreview = (version: string): boolean => version.includes(previewMark)
