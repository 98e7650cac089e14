import type { InvoiceRow } from '@errand/contract/billing/invoice'
import {
  IconButton,
  List,
  ListRow,
  Status,
  Table,
  useFormats,
  type Column,
} from '@errand/shared-ui'
import { Download } from 'lucide-react'

import { useIsNarrow } from '../frame/use-is-narrow.ts'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './invoices.module.css'
import { useDownloadInvoice } from './save-file.ts'

/** Number, date, amount and status of each, and the file. */
export function InvoiceTable({ invoices }: { invoices: InvoiceRow[] }) {
  const say = useWords()
  const formats = useFormats()
  const isNarrow = useIsNarrow()
  const amountOf = useAmount()
  const download = useDownloadInvoice()
  const downloadButton = ({ id, number }: InvoiceRow) => (
    <IconButton
      label={say('download', { number })}
      icon={<Download size={16} />}
      isBusy={download.id === id}
      onClick={() => download.start({ id, name: number })}
    />
  )
  if (isNarrow) {
    return (
      <List label={say('invoices')}>
        {invoices.map((invoice) => (
          <ListRow
            key={invoice.id}
            title={<InvoiceNumber invoice={invoice} />}
            description={`${say(`invoice_${invoice.kind}`)} · ${formats.date(invoice.issuedAt)}`}
            end={
              <>
                <span className={styles['number']}>{amountOf(invoice)}</span>
                {downloadButton(invoice)}
              </>
            }
          />
        ))}
      </List>
    )
  }
  const columns: Column<InvoiceRow>[] = [
    { id: 'number', header: say('number'), cell: (invoice) => <InvoiceNumber invoice={invoice} /> },
    { id: 'kind', header: say('kind'), cell: ({ kind }) => say(`invoice_${kind}`) },
    { id: 'date', header: say('date'), cell: ({ issuedAt }) => formats.date(issuedAt) },
    {
      id: 'status',
      header: say('status'),
      cell: ({ status }) => (
        <Status tone={status === 'issued' ? 'success' : 'neutral'}>{say(`is_${status}`)}</Status>
      ),
    },
    { id: 'amount', header: say('amount'), align: 'end', cell: amountOf },
  ]
  return (
    <Table
      caption={say('invoiceList')}
      columns={columns}
      rows={invoices}
      rowKey={({ id }) => id}
      rowActions={downloadButton}
    />
  )
}

const InvoiceNumber = ({ invoice: { number } }: { invoice: InvoiceRow }) => (
  <span dir="ltr" className={styles['number']}>
    {number}
  </span>
)

/** A credit note counts against what was paid. */
function useAmount(): (invoice: InvoiceRow) => string {
  const money = useMoney()
  return ({ kind, totalMinor, currency }) =>
    money.minor(kind === 'credit_note' ? -totalMinor : totalMinor, currency)
}
