import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { ComboBox } from '../forms/combo-box.tsx'
import { CommandPalette } from './command-palette.tsx'

test.each(['turkiye', 'TÜRKİYE', 'tür'])('a choice among many is found by %j', async (typed) => {
  const onChange = vi.fn()
  const options = [
    { value: 'CI', label: 'Côte d’Ivoire' },
    { value: 'TR', label: 'Türkiye' },
  ]
  render(<ComboBox label="Country" options={options} value={null} onChange={onChange} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Country' }), typed)

  await userEvent.click(await screen.findByRole('option'))

  expect(onChange).toHaveBeenLastCalledWith('TR')
})

test.each(['paiement cree', 'CRÉÉ', 'd’accord', "d'accord"])(
  'a command is found by %j',
  async (typed) => {
    const items = [
      { id: 'new', label: "Paiement créé d'accord", onSelect: () => {} },
      { id: 'out', label: 'Sign out', onSelect: () => {} },
    ]
    render(<CommandPalette isOpen onClose={() => {}} groups={[{ label: 'All', items }]} />)
    await userEvent.type(await screen.findByRole('combobox'), typed)

    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      "Paiement créé d'accord",
    ])
  },
)
