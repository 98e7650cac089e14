import dns from 'node:dns/promises'

import { afterEach, expect, test, vi } from 'vitest'

import { resolveMailHost } from './mail-host.ts'

afterEach(() => vi.restoreAllMocks())

test('slow names take two threads at most, and the next one its turn', async () => {
  const answers: ((found: { address: string }[]) => void)[] = []
  const slow = () => new Promise<never>((resolve) => answers.push(resolve as never))
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(slow)
  const resolve = (host: string) =>
    resolveMailHost({ host, port: 587 }, { isPrivateAllowed: false })

  const found = ['a.example', 'b.example', 'c.example'].map((host) => resolve(host))
  expect(lookup.mock.calls.map(([host]) => host)).toEqual(['a.example', 'b.example'])

  answers[0]?.([{ address: '8.8.8.1' }])
  expect(await found[0]).toBe('8.8.8.1')
  await vi.waitFor(() => expect(lookup).toHaveBeenCalledTimes(3))
  for (const answer of answers) answer([{ address: '8.8.8.2' }])
  expect(await Promise.all(found)).toEqual(['8.8.8.1', '8.8.8.2', '8.8.8.2'])
})
