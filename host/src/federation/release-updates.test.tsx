import type { RemoteRelease, ReleaseSet } from '@errand/contract/release'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useBeforeUnload, type RouteObject } from 'react-router-dom'
import { expect, test, vi } from 'vitest'

import { UpdateNotice } from '../shell/update-notice.tsx'
import { aRemote } from '../testing/remote-release.ts'
import { renderRemotes } from '../testing/render-remotes.tsx'
import { createReleaseUpdates, type ReleaseUpdates } from './release-updates.ts'

const release = (version: string): RemoteRelease =>
  aRemote('Jobs', { version, globalName: version })

/** What the edge would give now. */
const setWith = (remote: RemoteRelease, revoked: string[] = []): ReleaseSet => ({
  id: 'b2',
  revision: 2,
  host: { version: '1' },
  remotes: [remote],
  revoked,
  flags: {},
})

function Form({ of }: { of: string }) {
  const [text, setText] = useState(() => sessionStorage.getItem('draft') ?? '')
  useBeforeUnload((event) => {
    if (text !== '') event.preventDefault()
  })
  const keep = (value: string) => {
    sessionStorage.setItem('draft', value)
    setText(value)
  }
  return (
    <label>
      Name in {of}
      <input value={text} onChange={({ target }) => keep(target.value)} />
    </label>
  )
}

const table = (of: string): RouteObject[] => [
  { index: true, element: <h1>Jobs {of}</h1> },
  { path: 'new', element: <Form of={of} /> },
]

function setup(path: string) {
  const tables = Object.fromEntries(['1', '2', '3'].map((of) => [`remote-jobs@${of}`, table(of)]))
  let updates: ReleaseUpdates | undefined
  const page = renderRemotes({
    remotes: [release('2')],
    tables,
    path,
    notices(remotes) {
      updates ??= createReleaseUpdates(remotes)
      return <UpdateNotice updates={updates} />
    },
  })
  const take = (set: ReleaseSet) => act(async () => updates?.take(set))
  return { ...page, take }
}

test('a remote that nobody has opened yet opens with the new release', async () => {
  const { router, take, loadRoutes } = setup('/elsewhere')
  await take(setWith(release('1')))
  await router.navigate('/jobs')

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(loadRoutes).toHaveBeenCalledOnce()
})

test('a release that nobody may run any more is replaced under the page on show', async () => {
  const { take } = setup('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await take(setWith(release('1'), ['remote-jobs@2']))

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('a release that is merely not wanted any more goes when its remote is left', async () => {
  const { router, take, remotes } = setup('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  await take(setWith(release('1')))
  await router.navigate('/jobs/new')
  expect(await screen.findByLabelText('Name in 2')).toBeVisible()

  await router.navigate('/elsewhere')
  expect(await screen.findByLabelText('Elsewhere')).toBeVisible()
  await vi.waitFor(() => expect(remotes.places[0]?.mounted).toBeUndefined())
  await router.navigate('/jobs')

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('unsaved work keeps a revoked release until the form is left', async () => {
  const { router, take } = setup('/jobs/new')
  await userEvent.type(await screen.findByLabelText('Name in 2'), 'Greeter')

  await take(setWith(release('1'), ['remote-jobs@2']))
  expect(screen.getByRole('status')).toHaveTextContent(
    'A newer version of Jobs is ready. It opens when you leave this form.',
  )
  expect(screen.getByLabelText('Name in 2')).toHaveValue('Greeter')

  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

test('whoever wants the newer version at once keeps the draft', async () => {
  const { take } = setup('/jobs/new')
  await userEvent.type(await screen.findByLabelText('Name in 2'), 'Greeter')
  await take(setWith(release('1'), ['remote-jobs@2']))

  await userEvent.click(screen.getByRole('button', { name: 'Switch now' }))

  expect(await screen.findByLabelText('Name in 1')).toHaveValue('Greeter')
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

test('after three changes in one page a reload is offered, as old code stays in memory', async () => {
  const { take } = setup('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  for (const [running, next] of ['21', '13', '32']) {
    await take(setWith(release(next ?? ''), [`remote-jobs@${running}`]))
    expect(await screen.findByRole('heading', { name: `Jobs ${next}` })).toBeVisible()
  }

  await take(setWith(release('3'), ['remote-jobs@2']))

  expect(screen.getByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('A newer version of Jobs is ready.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})
