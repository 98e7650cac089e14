import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'

import { IconButton } from '../actions/icon-button.tsx'
import { Menu } from './menu.tsx'

// On a slow machine loading the code takes longer than a test waits for an element.
beforeAll(() => import('./menu-popup.tsx'))

function setup() {
  const onEdit = vi.fn()
  const onArchive = vi.fn()
  render(
    <Menu
      label="Actions for Greeter"
      trigger={<IconButton label="Actions for Greeter" />}
      entries={[
        { label: 'Edit', onSelect: onEdit },
        'separator',
        { label: 'Archive', onSelect: onArchive },
      ]}
    />,
  )
  return { onEdit, onArchive, button: screen.getByRole('button', { name: 'Actions for Greeter' }) }
}

test('by keyboard alone: it opens at its first entry, is walked through, and gives the focus back', async () => {
  const { onArchive, button } = setup()
  button.focus()
  expect(button).toHaveAttribute('aria-haspopup', 'menu')

  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus())
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowDown}{Enter}')

  expect(onArchive).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(button).toHaveFocus()
})

test('what an entry opens leads back to the button of the menu', async () => {
  const { onEdit, button } = setup()
  const focused: (Element | null)[] = []
  onEdit.mockImplementation(() => focused.push(document.activeElement))
  button.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus())

  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(focused).toEqual([button]))
})

test('Escape changes nothing', async () => {
  const { onEdit, onArchive, button } = setup()
  await userEvent.click(button)
  await screen.findByRole('menu', { name: 'Actions for Greeter' })

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
  expect(onEdit).not.toHaveBeenCalled()
  expect(onArchive).not.toHaveBeenCalled()
})
