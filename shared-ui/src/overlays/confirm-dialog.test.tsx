import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ConfirmDialog } from './confirm-dialog.tsx'

function setup(typedText?: string) {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  const { unmount } = render(
    <ConfirmDialog
      isOpen
      title="Delete account"
      confirmLabel="Delete"
      {...(typedText !== undefined && { typedText })}
      {...{ onConfirm, onCancel }}
    >
      All jobs go.
    </ConfirmDialog>,
  )
  return { onConfirm, onCancel, unmount }
}

test('it is a dialog with the name of its question', async () => {
  const { onConfirm, onCancel } = setup()
  expect(screen.getByRole('dialog', { name: 'Delete account' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onCancel).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('what cannot be undone waits for the word', async () => {
  const { onConfirm } = setup('DELETE')
  expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()

  const box = screen.getByRole('textbox', { name: 'Type DELETE to confirm' })
  await userEvent.type(box, 'delete{Enter}')
  expect(onConfirm).not.toHaveBeenCalled()

  await userEvent.clear(box)
  await userEvent.type(box, 'DELETE{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('Escape means no, also where the browser closes the dialog by itself', async () => {
  const { onCancel, onConfirm } = setup()
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')

  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onCancel).toHaveBeenCalledTimes(1)
  expect(dialog.open).toBe(true)

  await act(async () => dialog.close())
  expect(onCancel).toHaveBeenCalledTimes(2)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('taken off the page while open it is closed, by which the focus goes back, and that is no answer', () => {
  const { onCancel, unmount } = setup()
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')

  unmount()

  expect(dialog.open).toBe(false)
  expect(onCancel).not.toHaveBeenCalled()
})

test('at work it takes no second answer', async () => {
  const onConfirm = vi.fn()
  render(
    <ConfirmDialog
      isOpen
      isBusy
      title="Delete account"
      confirmLabel="Delete"
      onConfirm={onConfirm}
      onCancel={vi.fn()}
    >
      All jobs go.
    </ConfirmDialog>,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))

  expect(onConfirm).not.toHaveBeenCalled()
})
