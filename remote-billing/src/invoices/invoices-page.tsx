import type { InvoiceRow } from '@errand/contract/billing/invoice'
import { userMessage } from '@errand/shared-auth'
import { Button, Card, EmptyState, SelectField, Skeleton } from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderDown } from 'lucide-react'
import toast from 'react-hot-toast'
import { useSearchParams } from 'react-router-dom'

import { getInvoice } from '../account/billing.api.ts'
import { invoicesQuery } from '../account/billing.queries.ts'
import { BillingFrame } from '../frame/billing-frame.tsx'
import { Lost } from '../frame/lost.tsx'
import { useWords } from '../words/words.ts'
import { DetailsCard } from './details-card.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import styles from './invoices.module.css'
import { saveFile } from './save-file.ts'

/** The invoices by financial year, and what stands on the next ones. */
export function InvoicesPage() {
  return (
    <BillingFrame>
      <InvoicesCard />
      <DetailsCard />
    </BillingFrame>
  )
}

/** The invoices of one financial year, or all of them. */
function InvoicesCard() {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const query = useQuery(invoicesQuery())
  const { data, isPending } = query
  const all = useDownloadAll()
  if (isPending) return <Skeleton shape="table" rows={4} label={say('loading')} />
  if (data === undefined) {
    return <Lost query={query} onRetry={() => void query.refetch()} />
  }
  if (data.length === 0) {
    return (
      <EmptyState drawing="list" title={say('noInvoices')} description={say('noInvoicesHint')} />
    )
  }
  const years = financialYears(data)
  const asked = parameters.get('year') ?? ''
  const year = years.includes(asked) ? asked : ''
  const shown = year === '' ? data : data.filter((row) => financialYearOf(row) === year)
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
            isBusy={all.isPending}
            onClick={() =>
              all.start({ invoices: shown, name: year === '' ? 'invoices' : `invoices-${year}` })
            }
          >
            {say('downloadAll')}
          </Button>
        </div>
      }
    >
      <InvoiceTable invoices={shown} />
    </Card>
  )
}

/** Fetches invoices one after the other and saves them as one archive. */
function useDownloadAll() {
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ invoices, name }: { invoices: InvoiceRow[]; name: string }) => {
      const { zipSync } = await import('fflate')
      const files: Record<string, Uint8Array> = {}
      for (const { id, number } of invoices) {
        const file = await getInvoice(id)
        files[`${number.replaceAll('/', '-')}.pdf`] = new Uint8Array(await file.arrayBuffer())
      }
      // A PDF is packed already.
      const archive = zipSync(files, { level: 0 })
      saveFile(new Blob([archive], { type: 'application/zip' }), `${name}.zip`)
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return { start: mutate, isPending }
}

/** The financial year of an invoice, `26-27`, as its own number says it. */
const financialYearOf = ({ number }: Pick<InvoiceRow, 'number'>): string =>
  number.split('/')[1] ?? ''

/** The years of which there are invoices, the newest first. */
const financialYears = (invoices: readonly InvoiceRow[]): string[] =>
  [...new Set(invoices.map((invoice) => financialYearOf(invoice)))].toSorted().toReversed()
