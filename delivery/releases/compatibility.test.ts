import { expect, test } from 'vitest'

import { fits, misfitSentence, misfits } from './compatibility.ts'
import type { HostRelease, RemoteReleaseFile } from './release.ts'

const router = 'react-router-dom'

const host = (given: Pick<HostRelease, 'provides' | 'gives'>): HostRelease => ({
  kind: 'host',
  app: 'host',
  version: '1.0.0',
  document: 'index.html',
  paths: [],
  trustedTypes: [],
  files: {},
  ...given,
})

const remote = (needs: Pick<RemoteReleaseFile, 'requires' | 'uses'>): RemoteReleaseFile => ({
  kind: 'remote',
  app: 'remote-jobs',
  version: '1.0.0',
  name: 'remote_jobs',
  globalName: 'remote_jobs__1_0_0',
  place: { mount: '/jobs', label: 'Jobs', icon: [], order: 10 },
  entry: 'remoteEntry.js',
  preload: [],
  pages: [],
  trustedTypes: [],
  files: {},
  ...needs,
})

const sentences = (...pair: Parameters<typeof misfits>) => misfits(...pair).map(misfitSentence)

test('a remote runs where every library and every export of it that it uses is given', () => {
  const given = { provides: { [router]: '7.18.5' }, gives: { [router]: ['Link', 'Outlet'] } }

  expect(fits(host(given), remote({ requires: { [router]: '^7.2.0' } }))).toBe(true)
  expect(
    fits(host(given), remote({ requires: { [router]: '^7.2.0' }, uses: { [router]: ['Link'] } })),
  ).toBe(true)
})

test('a library that is missing, or of a version that will not do, is named', () => {
  const given = host({ provides: { [router]: '7.1.0' } })

  expect(sentences(given, remote({ requires: { [router]: '^7.2.0', ky: '^2.0.0' } }))).toEqual([
    'it needs react-router-dom ^7.2.0, and the host has 7.1.0',
    'it needs ky ^2.0.0, which the host does not have',
  ])
})

test('an export that the host does not give is named, whatever the version', () => {
  const needs = remote({
    requires: { [router]: '^7.2.0' },
    uses: { [router]: ['Link', 'useFetcher', 'Form'] },
  })
  const sentence = 'it uses useFetcher, Form of react-router-dom, which the host does not give'

  expect(
    sentences(host({ provides: { [router]: '7.18.5' }, gives: { [router]: ['Link'] } }), needs),
  ).toEqual([sentence])
  expect(fits(host({ provides: { [router]: '7.18.5' } }), needs)).toBe(false)
})
