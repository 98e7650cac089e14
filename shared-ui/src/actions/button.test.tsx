import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Button } from './button.tsx'

test('a busy button keeps the focus and does nothing', async () => {
  const onClick = vi.fn()
  const { rerender } = render(<Button onClick={onClick}>Save</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  rerender(
    <Button isBusy onClick={onClick}>
      Save
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(onClick).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
})

test('a button submits no form unless told to', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={onSubmit}>
      <Button>Add field</Button>
      <Button type="submit">Save</Button>
    </form>,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Add field' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('on a translated page it becomes busy, and says what it says by then', () => {
  const { rerender } = render(<Button>Save</Button>)
  const button = screen.getByRole('button')
  // What browsers do to each text when they translate.
  const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text
  const font = document.createElement('font')
  font.append(text.data)
  text.replaceWith(font)

  rerender(<Button isBusy>Saving</Button>)

  expect(button).toHaveTextContent(/^Saving$/)
})
