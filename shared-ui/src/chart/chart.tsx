import { ChartColumn, TableProperties } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { IconButton } from '../actions/icon-button.tsx'
import { useFormats } from '../intl/formats.ts'
import { useWords } from '../intl/words/words.ts'
import { Table } from '../table/table.tsx'
import styles from './chart.module.css'
import { Plot } from './plot.tsx'
import type { Scale } from './scale.ts'
import { type Marks, type Series, seriesColor } from './series.ts'

interface ChartProps {
  title: string
  /** Bars are stacked; lines are independent. */
  kind?: 'bars' | 'lines'
  /** What stands below: days, steps. */
  labels: readonly string[]
  series: readonly Series[]
  scale?: Scale
  /** A value that means something, as a line across. */
  limit?: number
  marks?: Marks
  /** In the head, beside the toggle. */
  actions?: ReactNode
}

/** Numbers over time as a chart that arrow keys walk through, or as a table. */
export function Chart(props: ChartProps) {
  const { title, series, labels, kind = 'bars', scale, limit, marks, actions } = props
  const [isTable, setIsTable] = useState(false)
  const say = useWords()
  const { number } = useFormats()
  const format = scale?.format ?? number
  const formatValue = (value: number | null | undefined) =>
    value === null ? '–' : format(value ?? 0)
  const shared = { title, labels, series, marks, formatValue }
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['header']}>
        <h3>{title}</h3>
        <div className={styles['tools']}>
          {actions}
          <IconButton
            size="small"
            label={isTable ? say('showChart') : say('showTable')}
            icon={isTable ? <ChartColumn size={16} /> : <TableProperties size={16} />}
            onClick={() => setIsTable(!isTable)}
          />
        </div>
      </figcaption>
      {isTable ? <ChartTable {...shared} /> : <Plot {...shared} {...{ kind, scale, limit }} />}
      {!isTable && series.length > 1 && <Legend series={series} />}
    </figure>
  )
}

const Legend = ({ series }: { series: readonly Series[] }) => (
  <ul className={styles['legend']}>
    {series.map((one, index) => (
      <li key={one.name}>
        <span className={styles['swatch']} style={{ background: seriesColor(one, index) }} />
        <span>{one.name}</span>
      </li>
    ))}
  </ul>
)

interface ChartTableProps {
  title: string
  labels: readonly string[]
  series: readonly Series[]
  marks: Marks | undefined
  formatValue: (value: number | null | undefined) => string
}

/** The numbers of a chart. */
function ChartTable({ title, labels, series, marks, formatValue }: ChartTableProps) {
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
          cell: ({ index }: { index: number }) => formatValue(values[index]),
        })),
        ...(marks === undefined
          ? []
          : [
              {
                id: 'marks',
                header: marks.name,
                cell: ({ index }: { index: number }) => marks.texts.get(index),
              },
            ]),
      ]}
    />
  )
}
