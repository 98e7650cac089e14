import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'

import { Dialog } from '../overlays/dialog.tsx'
import { useActions, usePageActions } from './use-actions.ts'

afterEach(() => {
  delete document.documentElement.dataset['singleKeys']
})

const did: string[] = []
afterEach(() => void did.splice(0))

function Inbox({ isOpen = false }) {
  const [count, setCount] = useState(0)
  useActions('Inbox', [
    { id: 'next', label: 'Next chat', keys: 'j', run: () => setCount(count + 1) },
    { id: 'go', label: 'Go to dashboard', keys: 'g d', run: () => did.push('g d') },
    { id: 'd', label: 'Delete', keys: 'd', run: () => did.push('d') },
    { id: 'palette', label: 'Commands', keys: 'mod+k', run: () => did.push('mod+k') },
    { id: 'b', label: 'Block', keys: 'b', run: () => did.push('b') },
    { id: 'search', label: 'Search', keys: '/', run: () => did.push('/') },
    { id: 'help', label: 'Shortcuts', keys: '?', run: () => did.push('?') },
    { id: 'more', label: 'More', run: () => did.push('more') },
  ])
  return (
    <>
      <p>{`${count} read`}</p>
      <input aria-label="Search" />
      <Dialog isOpen={isOpen} title="Above" onClose={() => {}} />
    </>
  )
}

function Sheet() {
  const groups = usePageActions()
  return groups.flatMap(({ group, actions }) =>
    actions.map(({ id, label, run }) => (
      <button key={id} type="button" onClick={run}>
        {`${group}: ${label}`}
      </button>
    )),
  )
}

function Later() {
  const [isThere, setIsThere] = useState(false)
  return isThere ? (
    <Inbox />
  ) : (
    <button type="button" onClick={() => setTimeout(setIsThere, 0, true)}>
      Open
    </button>
  )
}

test('what is on show can be pressed from the moment that it is', async () => {
  render(<Later />)
  const watch = new MutationObserver(() => {
    watch.disconnect()
    fireEvent.keyDown(document.body, { key: 'j', code: 'KeyJ' })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))

  expect(await screen.findByText('1 read')).toBeVisible()
})

test('keys do what the page says, one alone, two in a row, or with Ctrl', async () => {
  render(<Inbox />)
  const user = userEvent.setup()

  await user.keyboard('jj')
  expect(screen.getByText('2 read')).toBeVisible()
  await user.keyboard('gd')
  await user.keyboard('d')
  await user.keyboard('{Control>}k{/Control}')
  expect(did).toEqual(['g d', 'd', 'mod+k'])

  // The same on an Arabic layout.
  for (const [key, code] of [
    ['ت', 'KeyJ'],
    ['ل', 'KeyG'],
    ['ي', 'KeyD'],
  ])
    fireEvent.keyDown(document.body, { key, code })
  expect(screen.getByText('3 read')).toBeVisible()
  expect(did.slice(3)).toEqual(['g d'])
  // One key of it writes two letters; its question mark is another.
  fireEvent.keyDown(document.body, { key: 'لا', code: 'KeyB' })
  fireEvent.keyDown(document.body, { key: 'ظ', code: 'Slash' })
  fireEvent.keyDown(document.body, { key: '؟', code: 'Slash', shiftKey: true })
  expect(did.slice(4)).toEqual(['b', '/', '?'])

  // A Latin letter with a mark, a capital, and what AltGr writes are no shortcuts.
  fireEvent.keyDown(document.body, { key: 'ğ', code: 'KeyJ' })
  fireEvent.keyDown(document.body, { key: 'О', code: 'KeyJ', shiftKey: true })
  fireEvent.keyDown(document.body, { key: 'µ', code: 'KeyJ', modifierAltGraph: true })
  expect(screen.getByText('3 read')).toBeVisible()
})

function Saver() {
  useActions('Chat', [{ id: 's', label: 'Save', keys: 's', run: () => did.push('s') }])
  return null
}

function Shell() {
  useActions('Go to', [{ id: 'go', label: 'Settings', keys: 'g s', run: () => did.push('g s') }])
  return null
}

test('the second key of two does nothing by itself, in whichever part of the page it would', async () => {
  render(
    <>
      <Saver />
      <Shell />
    </>,
  )
  const user = userEvent.setup()

  await user.keyboard('gs')
  expect(did).toEqual(['g s'])
  await user.keyboard('s')
  expect(did).toEqual(['g s', 's'])
})

test('who types, or has a dialog open, does nothing else by it', async () => {
  const { rerender } = render(<Inbox />)
  const user = userEvent.setup()

  await user.type(screen.getByRole('textbox'), 'jgd')
  rerender(<Inbox isOpen />)
  await user.tab()
  await user.keyboard('jd')

  expect(screen.getByText('0 read', { ignore: false })).toBeInTheDocument()
  expect(did).toEqual([])
})

test('a shortcut that is held down runs once, and the browser does not act on it', () => {
  render(<Inbox />)
  for (const repeat of [false, true, true]) {
    const isLeftToBrowser = fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, repeat })
    expect(isLeftToBrowser).toBe(false)
  }
  expect(did).toEqual(['mod+k'])
})

test('a key of an input method does nothing else', () => {
  render(<Inbox />)
  fireEvent.keyDown(document.body, { key: 'j', isComposing: true })
  // Safari has ended the word by then: the code alone says whose key it is.
  fireEvent.keyDown(document.body, { key: 'j', keyCode: 229 })
  expect(screen.getByText('0 read')).toBeVisible()
})

test('single keys can be switched off; those with Ctrl stay', async () => {
  document.documentElement.dataset['singleKeys'] = 'off'
  render(<Inbox />)
  const user = userEvent.setup()

  await user.keyboard('jgd')
  await user.keyboard('{Control>}k{/Control}')
  expect(did).toEqual(['mod+k'])
})

test('whoever lists actions sees those of the page on show, and can run them', async () => {
  const { rerender } = render(
    <>
      <Inbox />
      <Sheet />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Inbox: More' }))
  await userEvent.click(screen.getByRole('button', { name: 'Inbox: Next chat' }))
  await userEvent.click(screen.getByRole('button', { name: 'Inbox: Next chat' }))
  expect(did).toEqual(['more'])
  expect(screen.getByText('2 read')).toBeVisible()

  rerender(<Sheet />)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
