import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { setUpRegistry } from '../testing/registry.ts'
import { renderConsole } from '../testing/render-console.tsx'

const registry = setUpRegistry()

/** Opens the dialog of an action. */
async function ask(action: string) {
  await userEvent.click(await screen.findByRole('button', { name: action }))
  const dialog = await screen.findByRole('dialog', { name: action })
  return { dialog, confirm: () => within(dialog).getByRole('button', { name: action }) }
}

test('the dialog shows what will happen, and the change is sent with the revision', async () => {
  renderConsole('/apps/remote-jobs')
  const { dialog, confirm } = await ask('Advance')
  expect(dialog).toHaveTextContent('25% of visitors get 1.5.0 with their next page; now it is 5%.')

  await userEvent.type(within(dialog).getByLabelText('Reason (optional)'), 'a calm hour')
  await userEvent.click(confirm())

  expect(await screen.findByText('Share advanced: remote-jobs')).toBeVisible()
  expect(await screen.findByText(/25% run 1\.5\.0/)).toBeVisible()
  expect(registry.requests).toEqual([
    { change: { type: 'advance' }, reason: 'a calm hour', seen: '"7"' },
  ])
})

test('a change that the guard refuses can be forced with a reason', async () => {
  registry.hold = '12 visitors are too few.'
  renderConsole('/apps/remote-jobs')
  const { dialog, confirm } = await ask('Promote')
  expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument()
  await userEvent.click(confirm())

  expect(await within(dialog).findByRole('alert')).toHaveTextContent('12 visitors are too few.')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Do it anyway' }))
  expect(confirm()).toBeDisabled()
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'a hotfix')
  await userEvent.click(confirm())

  expect(await screen.findByText('Promoted to everybody: remote-jobs')).toBeVisible()
  expect(registry.requests.at(-1)).toEqual({
    change: { type: 'promote', force: true },
    reason: 'a hotfix',
    seen: '"7"',
  })
})

test('a concurrent change is shown before the change is sent again', async () => {
  renderConsole('/apps/remote-jobs')
  const { dialog, confirm } = await ask('Roll back')
  registry.channel = { ...registry.channel, weight: 50_000, revision: 8 }
  await userEvent.click(confirm())

  const notice = await within(dialog).findByRole('alert')
  expect(notice).toHaveTextContent('It was changed meanwhile')
  expect(notice).toHaveTextContent(/5% run 1\.5\.0.*→ 50% run 1\.5\.0/)
  expect(dialog).toHaveTextContent('50% of visitors go back to 1.4.0 with their next page.')
  await userEvent.click(confirm())

  expect(await screen.findByText('Rolled back: remote-jobs')).toBeVisible()
  expect(registry.requests.map(({ seen }) => seen)).toEqual(['"7"', '"8"'])
})

test('killing a release requires a reason', async () => {
  renderConsole('/apps/remote-jobs')
  const { dialog, confirm } = await ask('Kill')
  expect(dialog).toHaveTextContent('Nobody runs 1.5.0 any more.')
  expect(confirm()).toBeDisabled()

  await userEvent.type(within(dialog).getByLabelText('Reason'), 'leaks names')
  await userEvent.click(confirm())

  expect(await screen.findByText('Everybody runs 1.4.0')).toBeVisible()
})

test('undoing a rollback restores the release, its share and its plan', async () => {
  const { lineage, candidate, weight, plan } = registry.channel
  renderConsole('/apps/remote-jobs')
  await userEvent.click((await ask('Roll back')).confirm())
  expect(await screen.findByText('Everybody runs 1.4.0')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findByText(/5% run 1\.5\.0/)).toBeVisible()
  expect(registry.channel).toMatchObject({ lineage, candidate, weight })
  expect(registry.channel.plan?.steps).toEqual(plan?.steps)
  expect(registry.requests.at(-1)).toMatchObject({ change: { force: true }, seen: '"8"' })
})

test('undoing a rollback keeps a paused plan paused', async () => {
  const { plan } = registry.channel
  registry.channel = { ...registry.channel, plan: plan && { ...plan, isPaused: true } }
  renderConsole('/apps/remote-jobs')
  await userEvent.click((await ask('Roll back')).confirm())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText(/5% run 1\.5\.0.*The plan is paused/)).toBeVisible()
  expect(registry.channel.plan).toMatchObject({ isPaused: true, steps: plan?.steps })
})

test.each(['Advance', 'Change share'])('undoing %s restores share and plan', async (name) => {
  const { weight, plan } = registry.channel
  renderConsole('/apps/remote-jobs')
  const { dialog, confirm } = await ask(name)
  const field = within(dialog).queryByLabelText('Share of visitors (%)')
  if (field !== null) {
    await userEvent.clear(field)
    await userEvent.type(field, '50')
  }
  await userEvent.click(confirm())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByText(/5% run 1\.5\.0.*Next step: 25%/)).toBeVisible()
  expect(registry.channel.weight).toBe(weight)
  expect(registry.channel.plan).toMatchObject({ steps: plan?.steps, isPaused: false })
})

test('only the latest change can be undone', async () => {
  renderConsole('/apps/remote-jobs')
  await userEvent.click((await ask('Advance')).confirm())
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  await userEvent.click((await ask('Pause')).confirm())

  expect(await screen.findByText('Plan paused: remote-jobs')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/25% run 1\.5\.0.*at its last step/)).toBeVisible()
})

test('only a change without an answer is shown as uncertain, not one that was refused', async () => {
  registry.failure = { status: 507, detail: 'The disk is full, so nothing was changed.' }
  renderConsole('/apps/remote-jobs')
  const { dialog, confirm } = await ask('Pause')
  await userEvent.click(confirm())
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('nothing was changed')

  registry.failure = { status: 503, detail: 'The database cannot be reached.' }
  await userEvent.click(confirm())
  expect(await within(dialog).findByText(/it may have happened/)).toBeVisible()
  expect(dialog).not.toHaveTextContent('refused')
})

test('a release stopped by the guard can be killed', async () => {
  const decision = { verdict: 'stop', rule: 'worse', reason: '9 of 10 failed', at: '' } as const
  registry.channel = {
    ...registry.channel,
    candidate: null,
    weight: 0,
    plan: null,
    stopped: ['1.5.0'],
    decision: { ...decision, version: '1.5.0' },
  }
  renderConsole('/apps/remote-jobs')
  expect(await screen.findByText('Candidate 1.5.0: 9 of 10 failed')).toBeVisible()
  const { dialog, confirm } = await ask('Kill')
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'leaks names')
  await userEvent.click(confirm())

  expect(await screen.findByText('Killed: remote-jobs')).toBeVisible()
  expect(registry.channel.revoked).toEqual(['1.5.0'])
})

test('a flag has a history and no page figures', async () => {
  registry.channel = { ...registry.channel, app: 'flag:sounds', candidate: 'on', lineage: ['off'] }
  renderConsole('/apps/flag%3Asounds')
  expect(await screen.findByText('No changes yet')).toBeVisible()
  expect(screen.getAllByRole('tab')).toHaveLength(1)
})

test('a pause is undone by resuming', async () => {
  renderConsole('/apps/remote-jobs')
  await userEvent.click((await ask('Pause')).confirm())
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))

  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
  expect(registry.channel.plan?.isPaused).toBe(false)
})

test('an unavailable action shows the reason', async () => {
  registry.channel = { ...registry.channel, candidate: null, weight: 0, plan: null }
  renderConsole('/apps/remote-jobs')
  const promote = await screen.findByRole('button', { name: 'Promote' })
  expect(promote).toHaveAccessibleDescription('No rollout is under way.')

  await userEvent.click(promote)

  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
