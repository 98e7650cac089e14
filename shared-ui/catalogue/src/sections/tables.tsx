import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'

import {
  Badge,
  Button,
  ColumnChoice,
  IconButton,
  SearchField,
  Table,
  Toolbar,
  useFormats,
  type Column,
  type Sort,
} from '../../../src/index.ts'

interface Invoice {
  number: string
  name: string
  at: string
  paise: bigint
  isPaid: boolean
}

const invoices: Invoice[] = [
  { number: 'A/26-27/0007', name: 'Asha Stores', at: '2026-11-02', paise: 118_000n, isPaid: true },
  { number: 'A/26-27/0012', name: 'ليلى حداد', at: '2026-11-09', paise: 59_000n, isPaid: true },
  {
    number: 'A/26-27/0019',
    name: 'A very long name of a company that somebody gave himself Private Limited',
    at: '2026-11-15',
    paise: 1_234_567_890n,
    isPaid: false,
  },
]

/** What is compared. */
export function Tables() {
  const formats = useFormats()
  const [sort, setSort] = useState<Sort>({ by: 'at', direction: 'descending' })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['A/26-27/0012']))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const columns: Column<Invoice>[] = [
    { id: 'number', header: 'Invoice', cell: ({ number }) => number, isHideable: false },
    { id: 'name', header: 'Customer', cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'at', header: 'Date', isSortable: true, cell: ({ at }) => formats.date(at) },
    {
      id: 'paise',
      header: 'Amount',
      align: 'end',
      isSortable: true,
      cell: ({ paise }) => formats.money(paise, 'INR'),
    },
    {
      id: 'isPaid',
      header: 'Status',
      cell: ({ isPaid }) =>
        isPaid ? <Badge tone="success">Paid</Badge> : <Badge tone="warning">Due</Badge>,
    },
  ]
  return (
    <>
      <Toolbar
        end={
          <>
            <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
            <Button>Export</Button>
          </>
        }
      >
        <SearchField label="Search invoices" />
      </Toolbar>
      <Table
        caption="Invoices"
        columns={columns.filter(({ id }) => !hidden.has(id))}
        rows={sorted(invoices, sort)}
        rowKey={({ number }) => number}
        rowName={({ number }) => number}
        sort={sort}
        onSort={setSort}
        selected={selected}
        onSelect={setSelected}
        rowActions={({ number }) => (
          <IconButton
            size="small"
            label={`More for ${number}`}
            icon={<MoreHorizontal size={16} />}
          />
        )}
      />
    </>
  )
}

function sorted(rows: readonly Invoice[], { by, direction }: Sort): Invoice[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) =>
    by === 'paise' ? sign * Number(a.paise - b.paise) : sign * a.at.localeCompare(b.at),
  )
}
