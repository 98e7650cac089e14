import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { misfits } from '../releases/compatibility.ts'
import type { HostRelease, RemoteReleaseFile } from '../releases/release.ts'
import { buildHost, buildRemote, type Built } from '../testing/build-app.ts'
import { plantUiRemote } from '../testing/planted-remote.ts'
import { root, workspaceCopy } from '../testing/workspace-copy.ts'

const patienceMs = 180_000

// By a variable: this package itself has nothing of shared-ui.
const library = '@errand/shared-ui'
const everything = `
import * as ui from '${library}'
export const Page = () => <pre>{Object.values(ui).join()}</pre>
`
const oneButton = `
import { Button } from '${library}'
export const Page = () => <Button>Save</Button>
`

let host: Built<HostRelease>
let all: Built<RemoteReleaseFile>
let others: Built<RemoteReleaseFile>
let later: Built<RemoteReleaseFile>
let small: Built<RemoteReleaseFile>
let remove = (): void => {}

beforeAll(async () => {
  const { copy, ...rest } = await workspaceCopy('remote-chats')
  ;({ remove } = rest)
  const first = plantUiRemote(copy, 'everything', everything)
  ;[host, all] = await Promise.all([buildHost(join(root, 'host')), buildRemote(first)])
  ;[others, small] = await Promise.all([
    buildRemote(plantUiRemote(copy, 'others', everything)),
    buildRemote(plantUiRemote(copy, 'small', oneButton)),
  ])
  const page = join(first, 'src', 'page.tsx')
  writeFileSync(page, `${readFileSync(page, 'utf8')}// another release\n`)
  later = await buildRemote(first)
}, patienceMs)
afterAll(() => remove(), patienceMs)

const textOf = ({ release, read }: Built, pattern: RegExp): string =>
  Object.keys(release.files)
    .filter((name) => pattern.test(name))
    .map((name) => read(name))
    .join('\n')

/** Names that are global in a page: classes and animations. */
function globalNames(built: Built): Set<string> {
  const css = textOf(built, /\.css$/)
  return new Set(
    [...css.matchAll(/\.(-?[a-z_][\w-]*)|@keyframes ([\w-]+)/gi)].map(([, one, other]) =>
      String(one ?? other),
    ),
  )
}

test('no class and no animation of a release is one of another remote, release or the host', () => {
  const builds = [host, all, others, later, small].map(globalNames)

  for (const [index, names] of builds.entries()) {
    expect(names.size).toBeGreaterThan(index === 4 ? 3 : 100)
    for (const other of builds.slice(index + 1)) {
      expect([...names].filter((name) => other.has(name))).toEqual([])
    }
  }
})

test('a remote has no rule for what it did not make: each selector names a class of its own', () => {
  const css = textOf(all, /\.css$/)
  const selectors = [...css.matchAll(/([^{}]+)\{/g)]
    .map(([, text = '']) => text.trim())
    .filter((text) => !/^(@|from|to|\d)/.test(text))
    .flatMap((text) => text.split(/,(?![^(]*\))/))

  expect(selectors.length).toBeGreaterThan(200)
  for (const selector of selectors) expect(selector).toMatch(/\.remote_everything__/)
})

test('the host gives all that the components take of the page’s libraries', () => {
  expect(misfits(host.release, all.release)).toEqual([])
})

test('a remote holds what it uses, and nothing of the rest', () => {
  const bytes = (built: Built) => brotliCompressSync(textOf(built, /\/async\/.*\.(js|css)$/)).length

  expect(bytes(all)).toBeGreaterThan(50_000)
  expect(bytes(small)).toBeLessThan(2_000)
})
