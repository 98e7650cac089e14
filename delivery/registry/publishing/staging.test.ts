import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { Staging } from './staging.ts'

const announcement = { releaseJson: '{}', signature: { keyId: 'key', signature: 'c2ln' } }

test('parts can arrive and be read while the folder is removed', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'errand-staging-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const staging = new Staging(directory, 'remote-twice', '1.0.0')

  for (let round = 0; round < 100; round += 1) {
    const arriving = Array.from({ length: 5 }, () => staging.announce(announcement))
    const reading = Array.from({ length: 5 }, () => staging.announcement())
    await Promise.all([staging.remove(), staging.remove(), ...arriving, ...reading])

    await staging.announce(announcement)
    expect(await staging.announcement()).toEqual(announcement)
  }
  await staging.remove()
  expect(await staging.announcement()).toBeUndefined()
})
