import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast, { Toaster } from 'react-hot-toast'
import { afterEach, expect, test, vi } from 'vitest'

import { showUndoToast } from './undo-toast.tsx'

afterEach(() => act(() => toast.remove()))

/** A page with something to press, and a toast that one has tabbed to. */
async function tabToUndo(more: { durationMs?: number } = {}) {
  const onUndo = vi.fn<() => void>()
  render(
    <>
      <button type="button">Delete</button>
      <button type="button">Another</button>
      <Toaster />
    </>,
  )
  await userEvent.tab()
  act(() => void showUndoToast({ message: 'Job deleted', onUndo, ...more }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await userEvent.tab()
  await userEvent.tab()
  expect(undo).toHaveFocus()
  return onUndo
}

test('Undo gives the focus back to where it was, and is pressed once', async () => {
  const onUndo = await tabToUndo()
  const undo = screen.getByRole('button', { name: 'Undo' })
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus()
  fireEvent.click(undo)
  expect(onUndo).toHaveBeenCalledTimes(1)
})

test('a toast whose time is over gives the focus back as well', async () => {
  const onUndo = await tabToUndo({ durationMs: 300 })
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus())
  expect(onUndo).not.toHaveBeenCalled()
})

test('Ctrl Z means the newest toast, and within a text what was typed', async () => {
  const undone: string[] = []
  render(
    <>
      <input aria-label="Search" />
      <Toaster />
    </>,
  )
  for (const what of ['deleting Salon', 'deleting Tables']) {
    act(
      () => void showUndoToast({ message: 'Deleted', what, onUndo: () => void undone.push(what) }),
    )
    await screen.findByRole('button', { name: `Undo: ${what}` })
  }
  const user = userEvent.setup()
  const search = screen.getByRole('textbox')
  await user.type(search, 'x{Control>}z{/Control}')
  expect(undone).toEqual([])

  await user.type(search, '{Control>}{Shift>}Z{/Shift}{/Control}')
  act(() => search.blur())
  await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}')
  expect(undone).toEqual([])
  await user.keyboard('{Control>}z{/Control}')
  expect(undone).toEqual(['deleting Tables'])
  await user.keyboard('{Control>}zz{/Control}')
  expect(undone).toEqual(['deleting Tables', 'deleting Salon'])
})
