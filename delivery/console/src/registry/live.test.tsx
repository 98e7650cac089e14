import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'

import { queryClient } from '../session/session.ts'
import { setUpRegistry } from '../testing/registry.ts'
import { renderConsole } from '../testing/render-console.tsx'

const registry = setUpRegistry()

beforeAll(() => {
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, refetchInterval: 100 } })
})

test('while the registry is unavailable the page shows the last data, and then updates', async () => {
  renderConsole('/apps/remote-jobs')
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }))
  const reason = within(screen.getByRole('dialog')).getByLabelText('Reason (optional)')
  await userEvent.type(reason, 'too slow')
  registry.isAway = true

  // The notice of the charts gives way to that of the page: one that was found may be gone by now.
  await waitFor(() => expect(screen.getByText(/The registry does not answer\./)).toBeVisible())
  expect(screen.getByText(/5% run 1\.5\.0/)).toBeInTheDocument()
  const askedForCharts = () => registry.unanswered.filter((path) => path.endsWith('/timeline'))
  await waitFor(() => expect(askedForCharts().length).toBeGreaterThan(1))
  expect(screen.getAllByText(/The registry does not answer\./)).toHaveLength(1)

  registry.isAway = false
  registry.channel = { ...registry.channel, weight: 25_000, revision: 8 }

  await waitFor(() => expect(screen.queryByText(/does not answer/)).not.toBeInTheDocument())
  expect(await screen.findByText(/25% run 1\.5\.0/)).toBeInTheDocument()
  expect(reason).toHaveValue('too slow')
  expect(reason).toHaveFocus()
})
