import { expect, test } from 'vitest'

import { comparablePath, isBelow, isSamePath, paths } from './paths.ts'

test.each(['/jobs', '/Jobs/', '/JOBS//', '/%6aobs', '/%4Aobs', '/%4aOBS/'])(
  '%s leads to the jobs, as the router has it',
  (path) => {
    expect(isSamePath(paths.jobs.list, path)).toBe(true)
    expect(isBelow(paths.jobs.list, `${path.replace(/\/+$/, '')}/new`)).toBe(true)
  },
)

test.each(['/Jobs/%', '/Jobs/%4', '/Jobs/%E0%A4%A'])('a broken escape as in %s stays', (path) => {
  expect(comparablePath(path)).toBe(path.toLowerCase())
  expect(isBelow(paths.jobs.list, path)).toBe(true)
})
