import { heartbeatPath, releaseSetSchema } from '@errand/contract/release'
import { afterEach, expect, test, vi } from 'vitest'

import { twoReleases } from '../testing/remote-release.ts'
import { keepReleases } from './keep-releases.ts'

afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'sendBeacon')
})

test('a page that stays open says every hour which releases it may run', () => {
  vi.useFakeTimers()
  const sendBeacon = vi.fn<(url: string, body: string) => boolean>()
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true })
  const set = {
    id: 'set',
    revision: 1,
    host: { version: '4.1.0' },
    remotes: [twoReleases('Jobs')],
    revoked: [],
    flags: {},
  }
  keepReleases(set)
  expect(sendBeacon).not.toHaveBeenCalled()

  vi.advanceTimersByTime(2 * 60 * 60 * 1000)
  expect(sendBeacon).toHaveBeenCalledTimes(2)
  const [path, body] = sendBeacon.mock.calls[0] ?? []
  expect(path).toBe(heartbeatPath)
  expect(releaseSetSchema.parse(JSON.parse(body ?? ''))).toEqual(set)
})
