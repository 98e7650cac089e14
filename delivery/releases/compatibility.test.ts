import { expect, test } from 'vitest'

import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { fits, misfitSentence, misfits } from './compatibility.ts'
import { readRelease, type HostRelease, type RemoteReleaseFile } from './release.ts'

const router = 'react-router-dom'
const given = { [router]: '7.1.0' }

test.each<
  [
    string,
    Pick<HostRelease, 'provides' | 'gives'>,
    Pick<RemoteReleaseFile, 'requires' | 'uses'>,
    string[],
  ]
>([
  [
    'has all that it uses',
    { provides: given, gives: { [router]: ['Link', 'Outlet'] } },
    { requires: { [router]: '^7.0.0' }, uses: { [router]: ['Link'] } },
    [],
  ],
  [
    'lacks a library, or has a version that does not fit',
    { provides: given },
    { requires: { [router]: '^7.2.0', ky: '^2.0.0' } },
    [
      'it needs react-router-dom ^7.2.0, and the host has 7.1.0',
      'it needs ky ^2.0.0, which the host does not have',
    ],
  ],
  [
    'provides fewer names of a library',
    { provides: given, gives: { [router]: ['Link'] } },
    { requires: { [router]: '^7.0.0' }, uses: { [router]: ['Link', 'useFetcher', 'Form'] } },
    ['it uses useFetcher, Form of react-router-dom, which the host does not give'],
  ],
  [
    'does not list what it provides',
    { provides: given },
    { requires: { [router]: '^7.0.0' }, uses: { [router]: ['Link'] } },
    ['it uses Link of react-router-dom, which the host does not give'],
  ],
])('finds the misfits of a remote and a host that %s', (_, gives, needs, sentences) => {
  const host = { ...readRelease(hostBuild()), ...gives } as HostRelease
  const remote = {
    ...readRelease(remoteBuild('remote-jobs', '1', 1)),
    ...needs,
  } as RemoteReleaseFile

  expect(misfits(host, remote).map(misfitSentence)).toEqual(sentences)
  expect(fits(host, remote)).toBe(sentences.length === 0)
})
