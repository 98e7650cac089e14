import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import {
  releaseFileName,
  releaseSchema,
  type HostRelease,
  type Release,
  type RemoteReleaseFile,
} from '../releases/release.ts'
import { root } from './root.ts'

const execute = promisify(execFile)

/** A finished build. */
export interface Built<R extends Release = Release> {
  release: R
  /** The text of one of its files. */
  read: (name: string) => string
}

/** Builds a host into a new folder. */
export async function buildHost(directory: string): Promise<Built<HostRelease>> {
  const { release, read } = await build(directory)
  if (release.kind !== 'host') throw new Error(`${directory} is no host`)
  return { release, read }
}

/** Builds a remote into a new folder. */
export async function buildRemote(directory: string): Promise<Built<RemoteReleaseFile>> {
  const { release, read } = await build(directory)
  if (release.kind !== 'remote') throw new Error(`${directory} is no remote`)
  return { release, read }
}

async function build(directory: string): Promise<Built> {
  const dist = mkdtempSync(join(tmpdir(), 'errand-dist-'))
  const rsbuild = join(directory, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  await execute(process.execPath, [rsbuild, 'build', '--dist-path', dist], { cwd: directory, env })
  const read = (name: string): string => readFileSync(join(dist, name), 'utf8')
  return { release: releaseSchema.parse(JSON.parse(read(releaseFileName))), read }
}

const excluded = new Set(['node_modules', 'dist', '.git', '.data', 'test-results'])

/** A copy of the repository with what one of its apps is built with. */
export async function workspaceCopy(app: string): Promise<{ copy: string; remove: () => void }> {
  const parent = mkdtempSync(join(tmpdir(), 'errand-copy-'))
  const copy = join(parent, 'deeper down', 'errand')
  cpSync(root, copy, { recursive: true, filter: (source) => !excluded.has(basename(source)) })
  const only = ['--filter', `@errand/${app}...`]
  await execute(
    join(root, 'node_modules', '.bin', 'pnpm'),
    ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...only],
    { cwd: copy },
  )
  return { copy, remove: () => rmSync(parent, { recursive: true }) }
}

/** Adds a remote with these files in its `src`; returns its folder. */
export function plantRemote(
  workspace: string,
  name: string,
  sources: Record<string, string>,
): string {
  const chats = join(workspace, 'remote-chats')
  const planted = join(workspace, `remote-${name}`)
  mkdirSync(join(planted, 'src'), { recursive: true })
  cpSync(join(chats, 'rsbuild.config.ts'), join(planted, 'rsbuild.config.ts'))
  symlinkSync(join(chats, 'node_modules'), join(planted, 'node_modules'))
  const manifest: unknown = JSON.parse(readFileSync(join(chats, 'package.json'), 'utf8'))
  const place = { mount: `/${name}`, label: name, icon: 'leaf', order: 90 }
  writeFileSync(
    join(planted, 'package.json'),
    JSON.stringify(Object.assign({}, manifest, { name: `@errand/remote-${name}`, errand: place })),
  )
  for (const [file, text] of Object.entries(sources))
    writeFileSync(join(planted, 'src', file), text)
  return planted
}

const routes = `
export const routes = [
  {
    lazy: async () => ({ Component: (await import('./layout.tsx')).Layout }),
    children: [
      { path: ':id', lazy: async () => ({ Component: (await import('./item.tsx')).Item }) },
      { index: true, lazy: async () => ({ Component: (await import('./list.tsx')).List }) },
      { path: 'about', Component: () => 'the page of about' },
    ],
  },
]
`

const layout = `
import * as React from 'react'
import { Outlet as Place, useFetcher } from 'react-router-dom'
export function Layout() {
  React.useDebugValue(useFetcher())
  return <><b>the layout</b><Place /></>
}
`

const list = `
import toast from 'react-hot-toast'
import styles from './list.module.css'
export { useMatches } from './unused.ts'
export const List = () => <b className={styles['list']} onClick={() => toast('hi')}>the list</b>
`

// A variable, because this package itself does not depend on shared-ui.
const library = '@errand/shared-ui'
const item = `
import { Button } from '${library}'
import { useDebugValue } from 'react'
export function Item() {
  useDebugValue(1)
  return <Button>the item</Button>
}
`

const widget = `
export const Widget = () => <b>the widget</b>
`

/** A layout, three pages, a widget, and every way to import a library. */
export const everyImport = {
  'widget.tsx': widget,
  'routes.tsx': routes,
  'layout.tsx': layout,
  'list.tsx': list,
  'list.module.css': '.list { color: green; }',
  'item.tsx': item,
  'unused.ts': "export { useMatches } from 'react-router-dom'\n",
}
