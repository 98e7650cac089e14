import { readFileSync, writeFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { misfits } from '../releases/compatibility.ts'
import type { HostRelease, RemoteReleaseFile } from '../releases/release.ts'
import {
  buildHost,
  buildRemote,
  everyImport,
  plantRemote,
  workspaceCopy,
  type Built,
} from '../testing/builds.ts'
import { root } from '../testing/root.ts'

const patienceMs = 180_000

let host: Built<HostRelease>
let chats: Built<RemoteReleaseFile>
let others: Built<RemoteReleaseFile>[]
let elsewhere: Built<RemoteReleaseFile>
let planted: Built<RemoteReleaseFile>
let workspace: string
let remove = (): void => {}

beforeAll(async () => {
  const { copy, ...rest } = await workspaceCopy('remote-chats')
  workspace = copy
  ;({ remove } = rest)
  // Two at a time: each keeps a core busy.
  ;[host, chats] = await Promise.all([
    buildHost(join(root, 'host')),
    buildRemote(join(root, 'remote-chats')),
  ])
  const [jobs, billing] = ['remote-jobs', 'remote-billing'].map((app) => join(root, app))
  const [first, second] = await Promise.all([
    buildRemote(join(copy, 'remote-chats')),
    buildRemote(jobs ?? ''),
  ])
  // As a team does that adds exports to them.
  setVersion(join(copy, 'contract'), '0.2.0')
  setVersion(join(copy, 'shared-auth'), '0.1.1')
  const [third, fourth] = await Promise.all([
    buildRemote(plantRemote(copy, 'planted', everyImport)),
    buildRemote(billing ?? ''),
  ])
  ;[elsewhere, planted, others] = [first, third, [second, fourth]]
}, patienceMs)
afterAll(() => remove(), patienceMs)

function setVersion(directory: string, version: string): void {
  const file = join(directory, 'package.json')
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...manifest, version }))
}

const filesOf = ({ release }: Built, pattern: RegExp): string[] =>
  Object.keys(release.files).filter((name) => pattern.test(name))

test('the same source gives the same bytes in another folder', () => {
  expect(elsewhere.release).toEqual(chats.release)
})

test('each script except text files has an unserved source map, the same in another folder', () => {
  const hasOnlyTexts = (script: string) => script.slice(0, 200).includes('exports=JSON.parse(')
  for (const built of [host, planted, chats, ...others]) {
    const { release, read } = built
    expect(Object.keys(release.files)).not.toContainEqual(expect.stringContaining('.map'))
    const scripts = filesOf(built, /\.js$/).filter((name) => !hasOnlyTexts(read(name)))
    for (const name of scripts) {
      const map: SourceMapPayload = JSON.parse(read(`maps/${name}.map`))
      expect(map).not.toHaveProperty('sourcesContent')
      expect(map.sources.filter((source) => /^(\.\.)?\/|:/.test(source))).toEqual([])
      expect(read(name)).not.toContain('sourceMappingURL')
    }
  }
  const [entry] = filesOf(chats, /remoteEntry\.js$/)
  const sourcesOf = ({ read }: Built) => JSON.parse(read(`maps/${entry}.map`)).sources
  expect(sourcesOf(elsewhere)).toEqual(sourcesOf(chats))
})

test('a source map leads to the line of the source', () => {
  const list = filesOf(planted, /\.js$/).find((name) => planted.read(name).includes('the list'))
  const lines = planted.read(list ?? '').split('\n')
  const line = lines.findIndex((text) => text.includes('the list'))
  const map = new SourceMap(JSON.parse(planted.read(`maps/${list}.map`)))

  expect(map.findEntry(line, lines[line]?.indexOf('the list') ?? 0)).toMatchObject({
    originalSource: 'remote-planted/src/list.tsx',
    originalLine: 4,
  })
})

test('a release creates its own Trusted Types policy and lists every one that its scripts create', () => {
  for (const built of [host, planted, chats, ...others]) {
    const scripts = filesOf(built, /\.js$/).map((name) => built.read(name))
    const { version, trustedTypes } = built.release
    const made = [...scripts.join('\n').matchAll(/createPolicy\("([^"]+)"/g)].map(([, one]) => one)

    expect(made).toContainEqual(expect.stringContaining(version.replaceAll(/\W/g, '_')))
    expect(trustedTypes).toEqual(expect.arrayContaining(made))
  }
})

test('the script that loads a chunk knows the hash of each script and style', () => {
  const runtimes = [
    [host, filesOf(host, /^static\/js\/index\..*\.js$/)[0] ?? ''] as const,
    ...[planted, chats, ...others].map((remote) => [remote, remote.release.entry] as const),
  ]
  for (const [built, runtime] of runtimes) {
    const text = built.read(runtime)
    const chunks = filesOf(built, /\/async\/.*\.(js|css)$/)
    expect(chunks.length).toBeGreaterThan(2)
    for (const chunk of chunks) expect(text, chunk).toContain(built.release.files[chunk])
  }
})

test('the document names each script and style with its hash', () => {
  const { release } = host
  const tags = host.read(release.document).match(/<(?:script|link[^>]*stylesheet)[^>]*>/g) ?? []

  expect(tags.length).toBeGreaterThan(2)
  for (const tag of tags) {
    const [, name = ''] = /(?:src|href)="\/r\/host\/[^/]+\/([^"]+)"/.exec(tag) ?? []
    expect(tag).toContain(`integrity="${release.files[name]}"`)
    expect(tag).toContain('crossorigin="anonymous"')
  }
})

test.each([
  ['en', 'Sign in', '₹0.20'],
  ['hi', 'साइन इन करें', '₹0.20'],
  ['ar', 'تسجيل الدخول', '0.20'],
])('the build renders the landing page in %s with its styles', (language, signIn, price) => {
  const { release, read } = host
  const drawn = read(release.scriptless?.['/']?.[language] ?? '')
  const [, markup = ''] = /<body>(.*)<\/body>/s.exec(drawn) ?? []
  const hrefs = [...drawn.matchAll(/href="\/r\/host\/[^/]+\/([^"]+\.css)"/g)]
  const styles = hrefs.map(([, name = '']) => read(name)).join('\n')
  const classes = [...markup.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  )

  expect(markup).toContain(signIn)
  expect(markup).toContain(price)
  expect(markup.match(/<details/g)).toHaveLength(9)
  expect(markup, 'no blank is left').not.toMatch(/\{\w+\}/)
  expect(classes.length).toBeGreaterThan(5)
  // The icons' class names have no styles.
  const own = classes.filter((name) => !name.startsWith('lucide'))
  for (const name of own) expect(styles).toContain(name)
})

test('the landing page has no scripts and links to its translations', () => {
  const { release, read } = host
  const drawn = read(release.scriptless?.['/']?.['hi'] ?? '')

  expect(drawn).not.toContain('<script')
  expect(drawn).toContain('<link rel="canonical" href="%ORIGIN%/?lang=hi">')
  const alternates = [...drawn.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/g)]
  expect(alternates.map(([, language, address]) => [language, address])).toEqual([
    ['en', '%ORIGIN%/'],
    ['hi', '%ORIGIN%/?lang=hi'],
    ['ar', '%ORIGIN%/?lang=ar'],
    ['x-default', '%ORIGIN%/'],
  ])
  expect(drawn).toMatch(/<title>Errand: [^<]*WhatsApp[^<]*<\/title>/)
})

test('each page lists the files of its route and layouts, in the router’s order', () => {
  const { release, read } = planted
  const textAt = (files: string[]) => files.map((name) => read(name)).join('\n')
  const loaded = Object.fromEntries(release.pages.map((page) => [page.path, page.preload]))

  expect(release.pages.map(({ path }) => path)).toEqual(['about', ':id', ''])
  for (const files of Object.values(loaded)) expect(textAt(files)).toContain('the layout')
  expect(textAt(loaded[':id'] ?? [])).toContain('the item')
  expect(textAt(loaded[''] ?? [])).toContain('the list')
  expect(loaded['']).toContainEqual(expect.stringMatching(/\.css$/))
  expect(textAt([...(loaded['about'] ?? []), ...(loaded[':id'] ?? [])])).not.toContain('the list')
  expect(textAt(release.preload)).toContain('the page of about')
})

test('a dashboard widget is exposed and listed if there is one', () => {
  const textOf = ({ release, read }: Built<RemoteReleaseFile>) =>
    (release.widget ?? []).map((name) => read(name)).join('\n')

  expect(textOf(planted)).toContain('the widget')
  expect(textOf(planted)).not.toContain('the list')
})

test('a remote lists the names it uses of each library, without unused code', () => {
  expect(planted.release.uses).toEqual({
    react: ['useDebugValue'],
    'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
    'react-hot-toast': ['default'],
    'react-router-dom': ['Outlet', 'useFetcher'],
  })
  expect(planted.release.requires).toMatchObject({
    'react-router-dom': expect.stringMatching(/^\d+\.x$/),
    '@errand/contract': '0.x',
  })
  expect(planted.release.requires).not.toHaveProperty('jotai')
})

const textOf = (built: Built, pattern: RegExp): string =>
  filesOf(built, pattern)
    .map((name) => built.read(name))
    .join('\n')

test('class and animation names are unique to a release, and no rule applies outside it', () => {
  const styles = [host, chats, planted, ...others].map((built) => textOf(built, /\.css$/))
  const names = styles.map(
    (css) =>
      new Set(
        [...css.matchAll(/\.(-?[a-z_][\w-]*)|@keyframes ([\w-]+)/gi)].map(
          ([, one, other]) => one ?? other,
        ),
      ),
  )
  for (const [index, own] of names.entries()) {
    expect(own.size).toBeGreaterThan(1)
    for (const other of names.slice(index + 1))
      expect([...own].filter((name) => other.has(name))).toEqual([])
  }

  const selectors = [...(styles[1] ?? '').matchAll(/([^{}]+)\{/g)]
    .map(([, text = '']) => text.trim())
    .filter((text) => !/^(@|from|to|\d)/.test(text))
    // Not at a comma in parentheses, which may hold others.
    .flatMap((text) => text.split(/,(?![^(]*\)|[^()]*(?:\([^()]*\)[^()]*)+\))/))
  expect(selectors.length).toBeGreaterThan(200)
  for (const selector of selectors) expect(selector).toMatch(/\.remote_chats__/)
})

test.each([
  ['loud.module.css', 'Selector "nav" is not pure'],
  ['loud.css', 'loud.css would style the whole page'],
])('styles for the whole page fail the build: %s', async (file, reason) => {
  const loud = plantRemote(workspace, file.replaceAll('.', '-'), {
    'routes.tsx': `import './${file}'\nexport const routes = []\n`,
    [file]: 'nav { display: none; }',
  })

  await expect(buildRemote(loud)).rejects.toThrow(reason)
})

test('a remote contains only the components it uses', () => {
  const bytes = (built: Built) => brotliCompressSync(textOf(built, /\/async\/.*\.(js|css)$/)).length

  expect(textOf(planted, /\.css$/)).toContain('remote_planted__')
  expect(bytes(planted)).toBeLessThan(2_500)
})

test('the host provides every name that our remotes use, and a missing name is found', () => {
  const missing = (remote: RemoteReleaseFile) =>
    misfits(host.release, remote).map(({ library, missing: names }) => [library, ...names])

  for (const { release } of [chats, ...others]) expect(missing(release)).toEqual([])
  expect(missing(planted.release)).toEqual([['react-router-dom', 'useFetcher']])
})

test('versions of the same major fit, and another major does not', () => {
  // The planted remote was built with newer versions than the host provides.
  expect(misfits(host.release, planted.release).map(({ library }) => library)).toEqual([
    'react-router-dom',
  ])
  const given = Object.entries(host.release.provides)
  const raised = (part: number) => ({
    ...host.release,
    provides: Object.fromEntries(
      given.map(([name, version]) => {
        const numbers = version.split('.').map(Number)
        return [name, numbers.with(part, (numbers[part] ?? 0) + 1).join('.')]
      }),
    ),
  })
  for (const { release } of [chats, ...others]) {
    for (const part of [1, 2]) expect(misfits(raised(part), release)).toEqual([])
    expect(misfits(raised(0), release).map(({ library }) => library)).toEqual(
      Object.keys(release.requires),
    )
  }
})

test('a release lists exactly the npm packages in its files', () => {
  const listOf = ({ release, read }: Built) => read('sbom.json' in release.files ? 'sbom.json' : '')
  const router = `"pkg:npm/react-router-dom@${host.release.provides['react-router-dom']}"`

  expect(listOf(host)).toContain(router)
  expect(listOf(chats)).not.toContain(router)
  for (const built of [host, chats, ...others])
    expect(listOf(built)).not.toMatch(/vitest|testing-library|msw|jsdom|rsbuild/)
})
