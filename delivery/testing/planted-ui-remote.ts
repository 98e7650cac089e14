import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Adds a remote whose one page shows what it is told of shared-ui; answers its folder. */
export function plantUiRemote(workspace: string, name: string, page: string): string {
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
  writeFileSync(join(planted, 'src', 'routes.tsx'), routes)
  writeFileSync(join(planted, 'src', 'page.tsx'), page)
  return planted
}

const routes = `
export const routes = [
  { index: true, lazy: async () => ({ Component: (await import('./page.tsx')).Page }) },
]
`
