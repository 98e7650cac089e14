import { playInStep, saidTo, type Step } from '../support/in-step.ts'
import { ownersApi } from '../support/owners-api.ts'
import { expect, test } from '../support/test.ts'

/** Every kind of action, each where it can be done; `in-step.long.spec.ts` plays random ones. */
const steps: readonly Step[] = [
  { kind: 'reply', browser: 0, name: 'Ravi' },
  { kind: 'undo', browser: 0, name: 'Ravi' },
  { kind: 'save', browser: 1, name: 'Ravi' },
  { kind: 'customer writes', browser: 0, name: 'Ravi' },

  { kind: 'hand over', browser: 1, name: 'Meera' },
  { kind: 'remark', browser: 1, name: 'Meera' },
  { kind: 'read', browser: 1, name: 'Asha' },
  { kind: 'reply', browser: 0, name: 'Meera' },

  { kind: 'open', browser: 0, name: 'Kabir' },
  { kind: 'network', browser: 0, name: 'Kabir' },
  { kind: 'reply', browser: 0, name: 'Kabir' },
  { kind: 'network', browser: 0, name: 'Kabir' },

  { kind: 'hand over', browser: 0, name: 'Meera' },
  { kind: 'close', browser: 1, name: 'Kabir' },
  { kind: 'reload', browser: 0, name: 'Meera' },
  { kind: 'open', browser: 1, name: 'Meera' },
]

test('two browsers of one account stay in step through every kind of action', async ({
  owner,
  browser,
}) => {
  await playInStep(
    { owner, browser },
    { steps, title: 'The written story', lookEvery: 4, isWritten: true },
  )

  // In step is not enough: what was done in one of them has come to be.
  const api = ownersApi(owner.page)
  expect(await saidTo(api, 'Ravi')).not.toContain('Reply 1')
  expect(await saidTo(api, 'Meera')).toContain('Reply 8')
  expect(await saidTo(api, 'Kabir')).toContain('Reply 11')
})
