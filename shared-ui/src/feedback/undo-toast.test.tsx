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
