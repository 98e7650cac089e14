import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds a remote with these files in its `src`; answers its folder. */
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

/** One whose one page shows what it is told of shared-ui. */
export const plantUiRemote = (workspace: string, name: string, page: string): string =>
  plantRemote(workspace, name, {
    'page.tsx': page,
    'routes.tsx': `
export const routes = [
  { index: true, lazy: async () => ({ Component: (await import('./page.tsx')).Page }) },
]
`,
  })

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

const item = `
import { useDebugValue } from 'react'
export function Item() {
  useDebugValue(1)
  return <b>the item</b>
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
