import { expect, test } from 'vitest'

import { isPublicAddress, resolveMailHost } from './mail-host.ts'

test.each(['8.8.8.8', '2a00:1450:4001:81b::200e', '::ffff:8.8.8.8'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '100.64.0.1',
  '127.0.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '192.168.1.1',
  '224.0.0.1',
  '::1',
  '::7f00:1',
  '4000::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  'fd00:ec2::254',
  'fe80::1%eth0',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['localhost', '127.1', '2130706433', '[::1]', '169.254.169.254'])(
  'an owner cannot name %s as a mail server',
  async (host) => {
    await expect(
      resolveMailHost({ host, port: 587 }, { isPrivateAllowed: false }),
    ).rejects.toMatchObject({
      name: 'MailHostRefusal',
      code: expect.stringMatching(/^(EPRIVATE|ENOTFOUND)$/),
    })
  },
)
