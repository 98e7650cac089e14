import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ColumnChoice } from './column-choice.tsx'
import { Table, type Column } from './table.tsx'

interface Job {
  id: string
  name: string
  chats: number
}

const jobs: Job[] = [
  { id: '1', name: 'Booking', chats: 12 },
  { id: '2', name: 'Leads', chats: 3 },
]
const columns: Column<Job>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, isHideable: false },
  { id: 'chats', header: 'Chats', isSortable: true, align: 'end', cell: ({ chats }) => chats },
]
const shared = { caption: 'Jobs', columns, rows: jobs, rowKey: ({ id }: Job) => id }

test('a head says how the rows are sorted, and sorts them the other way', async () => {
  const onSort = vi.fn()
  render(<Table {...shared} sort={{ by: 'chats', direction: 'ascending' }} onSort={onSort} />)

  const head = screen.getByRole('columnheader', { name: 'Chats' })
  expect(head).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.click(within(head).getByRole('button', { name: 'Chats' }))
  expect(onSort).toHaveBeenCalledWith({ by: 'chats', direction: 'descending' })
})

test('columns are switched off, but not the one that names the rows', async () => {
  const onChange = vi.fn()
  render(<ColumnChoice columns={columns} hidden={new Set()} onChange={onChange} />)

  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  expect(screen.getByRole('checkbox', { name: 'Name' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Chats' }))

  expect(onChange).toHaveBeenCalledWith(new Set(['chats']))
})
