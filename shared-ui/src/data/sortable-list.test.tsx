import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { SortableList } from './sortable-list.tsx'

// jsdom has no layout: the rows are given places below each other.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li')
    const at = row === null ? 0 : [...document.querySelectorAll('li')].indexOf(row)
    return new DOMRect(0, at * 40, 200, 32)
  })
})

function Fields() {
  const [items, setItems] = useState(['Name', 'Date', 'Guests'])
  return (
    <SortableList
      label="Fields"
      items={items}
      itemKey={(item) => item}
      itemName={(item) => item}
      onMove={(from, to) =>
        setItems(items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1)))
      }
    >
      {(item, _index, handle) => (
        <>
          {handle(item)} <span>{item}</span>
        </>
      )}
    </SortableList>
  )
}

const order = () =>
  within(screen.getByRole('list', { name: 'Fields' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.trim())

test('by keyboard an item is lifted, moved and dropped, and each step is said', async () => {
  render(<Fields />)
  screen.getByRole('button', { name: 'Move Name' }).focus()

  await userEvent.keyboard(' ')
  expect(await screen.findByText('Name lifted. Position 1 of 3.')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByText('Name is at position 2 of 3.')).toBeInTheDocument()
  await userEvent.keyboard(' ')

  await waitFor(() => expect(order()).toEqual(['Date', 'Name', 'Guests']))
  expect(screen.getByText('Name dropped at position 2 of 3.')).toBeInTheDocument()
})

test('Escape puts it back', async () => {
  render(<Fields />)
  screen.getByRole('button', { name: 'Move Guests' }).focus()

  await userEvent.keyboard(' ')
  await screen.findByText('Guests lifted. Position 3 of 3.')
  await userEvent.keyboard('{ArrowUp}')
  await screen.findByText('Guests is at position 2 of 3.')
  await userEvent.keyboard('{Escape}')

  expect(
    await screen.findByText('Cancelled. Guests is back at position 3 of 3.'),
  ).toBeInTheDocument()
  expect(order()).toEqual(['Name', 'Date', 'Guests'])
})
