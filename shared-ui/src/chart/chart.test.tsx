import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { Chart } from './chart.tsx'
import { ticks } from './scale.ts'

const chart = (
  <Chart
    title="Messages"
    labels={['Mon', 'Tue']}
    series={[
      { name: 'Assistant', values: [12, 30] },
      { name: 'You', values: [3, 0] },
    ]}
  />
)

test('arrow keys walk from day to day, and each is said', async () => {
  render(chart)
  screen.getByRole('group', { name: 'Messages' }).focus()

  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByText('Mon: Assistant 12, You 3')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByText('Tue: Assistant 30, You 0')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText(/Assistant 30/)).not.toBeInTheDocument()
})

test('the same numbers as a table', async () => {
  render(chart)

  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))

  expect(screen.getByRole('row', { name: 'Tue 30 0' })).toBeVisible()
  expect(screen.getByRole('columnheader', { name: 'Assistant' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show as chart' }))
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test('two lines of equal values are both seen', () => {
  const values = [3, 5]
  const series = ['Started', 'Completed'].map((name) => ({ name, values }))
  const { container } = render(
    <Chart title="Chats" kind="lines" labels={['Mon', 'Tue']} series={series} />,
  )
  const lines = [...container.querySelectorAll('svg[aria-hidden] g > path[d^="M"]')]
  expect(lines.map((line) => line.getAttribute('stroke-dasharray'))).toEqual([null, '6 6'])
  expect(lines[0]).toHaveAttribute('d', lines[1]?.getAttribute('d'))
})

test('a series has the same colour in every chart that says so', () => {
  const { container } = render(
    <Chart title="Sent" labels={['Mon']} series={[{ name: 'You', values: [3], color: 3 }]} />,
  )
  const [bar] = container.querySelectorAll<SVGElement>('svg[aria-hidden] g > path[d^="M"]')
  expect(bar?.style.fill).toBe('var(--series-3)')
})

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [198, [0, 50, 100, 150, 200]],
  [1_000_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('up to %s the axis has round values', (highest, values) => {
  expect(ticks(highest)).toEqual(values)
})

test('what happened at a time is said with its values, and stands in the table', async () => {
  render(
    <Chart
      title="Ready"
      kind="lines"
      scale={{
        ticks: () => [0, 1],
        position: (value) => value,
        format: (value) => `${value * 100}%`,
      }}
      labels={['10:00', '10:01']}
      series={[
        { name: 'Candidate', values: [0.975, 1] },
        { name: 'Stable', values: [null, 1] },
      ]}
      marks={{ name: 'Decisions', texts: new Map([[0, 'Rolled out']]) }}
    />,
  )
  screen.getByRole('group', { name: 'Ready' }).focus()
  await userEvent.keyboard('{Home}')
  expect(screen.getByText('10:00: Candidate 97.5%, Stable –, Rolled out')).toBeInTheDocument()

  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByRole('row', { name: '10:00 97.5% – Rolled out' })).toBeVisible()
})

test('a single value of a line is a dot', () => {
  const series = [{ name: 'Stable', values: [null, 3] }]
  const { container } = render(
    <Chart title="Ready" kind="lines" labels={['10:00', '10:01']} series={series} />,
  )
  expect(container.querySelectorAll('svg[aria-hidden] g > circle')).toHaveLength(1)
})

test('a line without values draws nothing', () => {
  const series = [{ name: 'Stable', values: [null, null] }]
  const { container } = render(
    <Chart title="Ready" kind="lines" labels={['10:00', '10:01']} series={series} />,
  )
  expect(container.querySelector('svg[aria-hidden] g > path')).toHaveAttribute('d', '')
})
