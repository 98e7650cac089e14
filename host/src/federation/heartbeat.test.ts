import { heartbeatPath, releasesInUseSchema } from '@errand/contract/release'
import { afterEach, expect, test, vi } from 'vitest'

import { aRemote } from '../testing/remote-release.ts'
import { keepReleases } from './heartbeat.ts'

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'sendBeacon')
})

test('a page that stays open says every hour which releases it may run', () => {
  vi.useFakeTimers()
  const sendBeacon = vi.fn<(url: string, body: string) => boolean>()
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true })
  const remote = aRemote('Jobs')
  keepReleases({
    host: { version: '4.1.0' },
    remotes: [{ ...remote, previous: { ...remote, version: '0.9.0' } }],
  })
  expect(sendBeacon).not.toHaveBeenCalled()

  vi.advanceTimersByTime(2 * 60 * 60 * 1000)
  expect(sendBeacon).toHaveBeenCalledTimes(2)
  const [path, body] = sendBeacon.mock.calls[0] ?? []
  expect(path).toBe(heartbeatPath)
  expect(releasesInUseSchema.parse(JSON.parse(body ?? ''))).toEqual([
    'host@4.1.0',
    `${remote.app}@${remote.version}`,
    `${remote.app}@0.9.0`,
  ])
})
