import { Table } from '../table/table.tsx'
import type { Series } from './chart.tsx'

interface ChartTableProps {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  formatValue: (value: number) => string
}

/** The numbers of a chart. */
export function ChartTable({ title, labels, series, formatValue }: ChartTableProps) {
  const rows = labels.map((label, index) => ({ label, index }))
  return (
    <Table
      caption={title}
      rows={rows}
      rowKey={({ index }) => String(index)}
      columns={[
        { id: 'label', header: '', cell: ({ label }) => label },
        ...series.map(({ name, values }) => ({
          id: name,
          header: name,
          align: 'end' as const,
          cell: ({ index }: { index: number }) => formatValue(values[index] ?? 0),
        })),
      ]}
    />
  )
}
