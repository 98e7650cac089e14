import { readInvoiceCall, type InvoiceRow } from '@errand/contract/billing/invoice'
import { callApiForFile, userMessage } from '@errand/shared-auth'
import {
  Button,
  Card,
  type Column,
  EmptyState,
  IconButton,
  List,
  ListRow,
  saveFile,
  SelectField,
  Skeleton,
  Status,
  Table,
  useFormats,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FolderDown } from 'lucide-react'
import toast from 'react-hot-toast'
import { useSearchParams } from 'react-router-dom'

import { invoicesQuery } from '../account/billing.queries.ts'
import { BillingFrame, useIsNarrow } from '../frame/billing-frame.tsx'
import { LoadFailed } from '../frame/load-failed.tsx'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import { DetailsCard } from './details-card.tsx'
import { useDownloadInvoice } from './download-invoice.ts'
import styles from './invoices.module.css'

/** The invoices by financial year, and the details on future ones. */
export function InvoicesPage() {
  return (
    <BillingFrame>
      <InvoicesCard />
      <DetailsCard />
    </BillingFrame>
  )
}

/** The invoices of one financial year, or all. */
function InvoicesCard() {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const query = useQuery(invoicesQuery())
  const { data, isPending } = query
  const downloadAll = useDownloadAll()
  if (isPending) return <Skeleton shape="table" rows={4} label={say('loading')} />
  if (data === undefined) {
    return <LoadFailed query={query} onRetry={() => void query.refetch()} />
  }
  if (data.length === 0) {
    return (
      <EmptyState drawing="list" title={say('noInvoices')} description={say('noInvoicesHint')} />
    )
  }
  const years = financialYears(data)
  const requestedYear = parameters.get('year') ?? ''
  const year = years.includes(requestedYear) ? requestedYear : ''
  const shownInvoices = year === '' ? data : data.filter((row) => financialYearOf(row) === year)
  return (
    <Card
      title={say('invoices')}
      actions={
        <div className={styles['tools']}>
          <SelectField
            label={say('financialYear')}
            value={year}
            onChange={({ target: { value } }) =>
              setParameters(value === '' ? {} : { year: value }, { replace: true })
            }
          >
            <option value="">{say('allYears')}</option>
            {years.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button
            icon={<FolderDown size={16} aria-hidden />}
            isBusy={downloadAll.isPending}
            onClick={() =>
              downloadAll.start({
                invoices: shownInvoices,
                name: year === '' ? 'invoices' : `invoices-${year}`,
              })
            }
          >
            {say('downloadAll')}
          </Button>
        </div>
      }
    >
      <InvoiceTable invoices={shownInvoices} />
    </Card>
  )
}

/** Downloads invoices one after the other and saves them as a zip archive. */
function useDownloadAll() {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ invoices, name }: { invoices: InvoiceRow[]; name: string }) => {
      const { zipSync } = await import('fflate')
      const files: Record<string, Uint8Array> = {}
      for (const { id, number } of invoices) {
        const file = await callApiForFile(readInvoiceCall, { id })
        files[`${number.replaceAll('/', '-')}.pdf`] = new Uint8Array(await file.arrayBuffer())
      }
      // PDFs are already compressed.
      const archive = zipSync(files, { level: 0 })
      saveFile(new Blob([archive], { type: 'application/zip' }), `${name}.zip`)
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return { start: mutate, isPending }
}

/** The financial year of an invoice, `26-27`, which is part of its number. */
const financialYearOf = ({ number }: Pick<InvoiceRow, 'number'>): string =>
  number.split('/')[1] ?? ''

/** The financial years with invoices, newest first. */
const financialYears = (invoices: readonly InvoiceRow[]): string[] =>
  [...new Set(invoices.map((invoice) => financialYearOf(invoice)))].toSorted().toReversed()

/** The invoices with number, date, amount, status and download. */
function InvoiceTable({ invoices }: { invoices: InvoiceRow[] }) {
  const say = useWords()
  const formats = useFormats()
  const isNarrow = useIsNarrow()
  const amountOf = useInvoiceAmount()
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

/** The amount of an invoice; that of a credit note is negative. */
function useInvoiceAmount(): (invoice: InvoiceRow) => string {
  const money = useMoney()
  return ({ kind, totalMinor, currency }) =>
    money.minor(kind === 'credit_note' ? -totalMinor : totalMinor, currency)
}
