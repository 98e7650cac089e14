import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './source.ts'

/** What the tests need of a build's account of itself. */
interface Build {
  version: string
  files: Record<string, string>
  /** A host's own pages. */
  paths?: string[]
  /** The one of them that shows the widgets of remotes. */
  widgetsAt?: string
  /** A remote's pages, below its mount. */
  pages?: { path: string; preload: string[] }[]
  place?: { mount: string }
  /** What a remote's widget loads. */
  widget?: string[]
}

/** The account of the build that everybody runs. */
export const readBuild = (app: string): Build =>
  JSON.parse(readFileSync(join(root, app, 'dist/release.json'), 'utf8')) as Build

export const remotes = ['remote-jobs', 'remote-chats', 'remote-billing']
