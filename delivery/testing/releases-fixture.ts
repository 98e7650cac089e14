import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { HostRelease, RemoteReleaseFile } from '../releases/release.ts'

type Described = Omit<HostRelease, 'files'> | Omit<RemoteReleaseFile, 'files'>

/** Writes a finished build into a new folder and answers the folder. */
function writeBuild(release: Described, contents: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'errand-build-'))
  const files = Object.fromEntries(
    Object.entries(contents).map(([name, text]) => {
      const file = join(directory, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      return [name, `sha384-${createHash('sha384').update(text).digest('base64')}`]
    }),
  )
  writeFileSync(join(directory, 'release.json'), JSON.stringify({ ...release, files }))
  return directory
}

/** A source map that leads from the whole script to line 41 and column 5 of this file. */
export const sourceMap = (file: string): string =>
  JSON.stringify({ version: 3, sources: [file], names: [], mappings: 'AAwCI' })

/** Adds a source map to a build, of a script that leads to this file; returns the build's folder. */
export function withSourceMap(directory: string, script: string, file: string): string {
  const map = join(directory, 'maps', `${script}.map`)
  mkdirSync(dirname(map), { recursive: true })
  writeFileSync(map, sourceMap(file))
  return directory
}

const html = '<!doctype html><html><head><title>Errand</title></head><body></body></html>'

/** A host's build. */
export const hostBuild = (version = '1.0.0'): string =>
  writeBuild(
    {
      kind: 'host',
      app: 'host',
      version,
      document: 'index.html',
      scriptless: { '/': { en: 'landing.en.html', hi: 'landing.hi.html' } },
      paths: ['/', '/login', '/dashboard'],
      widgetsAt: '/dashboard',
      trustedTypes: [`host-${version}`],
      provides: { '@errand/shared-auth': '1.0.0' },
    },
    {
      'index.html': html,
      'landing.en.html': html.replace('<body>', '<body>drawn in English at %ORIGIN%/'),
      'landing.hi.html': html.replace('<body>', '<body>drawn in Hindi'),
      'static/js/index.js': 'host()',
    },
  )

/** A remote's build; the chats have a widget, as some do. */
export const remoteBuild = (app: string, version: string, order: number, label = app): string =>
  writeBuild(
    {
      kind: 'remote',
      app,
      version,
      name: app.replaceAll('-', '_'),
      globalName: `${app.replaceAll('-', '_')}__${version}`,
      place: {
        mount: `/${app.replace('remote-', '')}`,
        label,
        icon: [['path', { d: 'M0 0' }]],
        order,
      },
      entry: 'remoteEntry.js',
      preload: ['static/js/routes.js', 'static/css/routes.css'],
      pages: [
        { path: '', preload: [] },
        { path: 'new', preload: ['static/js/new.js'] },
        { path: ':id/edit', preload: [] },
      ],
      ...(app === 'remote-chats' && { widget: ['static/js/widget.js'] }),
      trustedTypes: [`errand-${app.replaceAll('-', '_')}__${version}`],
      requires: { '@errand/shared-auth': '^1.0.0' },
    },
    {
      'remoteEntry.js': `entry("${app}")`,
      'static/js/routes.js': 'routes()',
      'static/js/new.js': 'page()',
      ...(app === 'remote-chats' && { 'static/js/widget.js': 'widget()' }),
      'static/css/routes.css': '.a{}',
    },
  )
