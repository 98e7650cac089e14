import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useBeforeUnload, type RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'

import { UpdateNotice } from '../shell/notices.tsx'
import { aRemote, releasesUpTo } from '../testing/remote-release.ts'
import { renderRemotes } from '../testing/render-remotes.tsx'
import { createReleaseUpdates, type ReleaseUpdates } from './release-updates.ts'

const jobs = releasesUpTo(2, 'Jobs')

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
      <span>{`Name in ${of}`}</span>
      <input value={text} onChange={({ target }) => keep(target.value)} />
    </label>
  )
}

const table = (of: string): RouteObject[] => [
  { index: true, element: <h1>{`Jobs ${of}`}</h1> },
  { path: 'new', element: <Form of={of} /> },
]

function setup(path: string, remote = jobs) {
  const tables = Object.fromEntries(['1', '2'].map((of) => [`remote-jobs@${of}`, table(of)]))
  let updates: ReleaseUpdates | undefined
  const page = renderRemotes({
    remotes: [remote],
    tables,
    path,
    notices(remotes) {
      updates ??= createReleaseUpdates(remotes)
      return <UpdateNotice updates={updates} />
    },
  })
  const revoke = (...revoked: string[]) => act(async () => updates?.applyReleaseSet({ revoked }))
  return { ...page, revoke }
}

test('a release revoked before it was opened is never loaded', async () => {
  const { router, revoke, load } = setup('/elsewhere')
  await revoke('remote-jobs@2')
  await router.navigate('/jobs')

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})

test('a revoked release is replaced under the shown page', async () => {
  const { revoke } = setup('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await revoke('remote-jobs@2')

  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('a page keeps its release when other releases are revoked', async () => {
  const { revoke, load } = setup('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await revoke('remote-jobs@1', 'remote-chats@2')
  expect(screen.getByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
})

test('a host page keeps its state while the release of another remote is revoked', async () => {
  const { router, revoke } = setup('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  await router.navigate('/elsewhere')
  await userEvent.type(await screen.findByLabelText('Elsewhere'), 'kept')

  await revoke('remote-jobs@2')

  expect(screen.getByLabelText('Elsewhere')).toHaveValue('kept')
  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
})

test('unsaved work keeps a revoked release until the form is left', async () => {
  const { router, revoke } = setup('/jobs/new')
  await userEvent.type(await screen.findByLabelText('Name in 2'), 'Greeter')

  await revoke('remote-jobs@2')
  expect(screen.getByRole('status')).toHaveTextContent(
    'A newer version of Jobs is ready. It opens when you leave this form.',
  )
  expect(screen.getByLabelText('Name in 2')).toHaveValue('Greeter')

  await router.navigate('/jobs')
  expect(await screen.findByRole('heading', { name: 'Jobs 1' })).toBeVisible()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

test('"Switch now" keeps the draft', async () => {
  const { revoke } = setup('/jobs/new')
  await userEvent.type(await screen.findByLabelText('Name in 2'), 'Greeter')
  await revoke('remote-jobs@2')

  await userEvent.click(screen.getByRole('button', { name: 'Switch now' }))

  expect(await screen.findByLabelText('Name in 1')).toHaveValue('Greeter')
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

test('a revoked release without a replacement asks for a reload', async () => {
  const { revoke } = setup('/jobs', aRemote('Jobs', { version: '2' }))
  expect(await screen.findByRole('heading', { name: 'Jobs 2' })).toBeVisible()

  await revoke('remote-jobs@2')

  expect(screen.getByRole('heading', { name: 'Jobs 2' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('A newer version of Jobs is ready.')
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('the styles of a release are disabled with it, those of the shell stay', async () => {
  const styles = ['remote-jobs/2', 'remote-jobs/1', 'host/1'].map((release) => {
    const link = document.createElement('link')
    return Object.assign(link, { rel: 'stylesheet', href: `/r/${release}/static/css/page.css` })
  })
  document.head.append(...styles)
  const isApplied = () => styles.map((link) => !link.hasAttribute('disabled'))
  const { revoke } = setup('/jobs')
  await screen.findByRole('heading', { name: 'Jobs 2' })
  expect(isApplied()).toEqual([true, false, true])

  await revoke('remote-jobs@2')

  await screen.findByRole('heading', { name: 'Jobs 1' })
  expect(isApplied()).toEqual([false, true, true])
})
