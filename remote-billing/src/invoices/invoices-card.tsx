import { userMessage } from '@errand/shared-auth'
import { Button, Card, EmptyState, ErrorState, SelectField, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { FolderDown } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'

import { invoicesQuery } from '../account/billing.queries.ts'
import { useWords } from '../words/words.ts'
import { financialYearOf, financialYears } from './financial-year.ts'
import { InvoiceTable } from './invoice-table.tsx'
import styles from './invoices.module.css'
import { useDownloadAll } from './use-download-all.ts'

/** The invoices of one financial year, or all of them. */
export function InvoicesCard() {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const { data, error, isPending, isFetching, refetch } = useQuery(invoicesQuery())
  const all = useDownloadAll()
  if (isPending) return <Skeleton shape="table" rows={4} label={say('loading')} />
  if (data === undefined) {
    return (
      <ErrorState
        title={userMessage(error)}
        detail={say('safe')}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
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
