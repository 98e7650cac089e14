import { ledgerKinds } from '@errand/contract/billing/summary'
import { userMessage } from '@errand/shared-auth'
import {
  Button,
  Card,
  EmptyState,
  ErrorState,
  SelectField,
  Skeleton,
  Toolbar,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'

import { ledgerQuery, summaryQuery } from '../account/billing.queries.ts'
import { DayField } from '../frame/day-field.tsx'
import { useWords } from '../words/words.ts'
import styles from './history.module.css'
import { readLedgerFilter } from './ledger-filter.ts'
import { LedgerTable } from './ledger-table.tsx'

/** Every change of the balance, what it was for and what was left. */
export function LedgerCard() {
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readLedgerFilter(parameters)
  const { data: summary } = useQuery(summaryQuery())
  const list = useInfiniteQuery({ ...ledgerQuery(filter), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap(({ items }) => items)
  const hasEntries = entries !== undefined && entries.length > 0
  return (
    <Card title={say('ledger')} description={say('ledgerHint')}>
      <LedgerFilters />
      <div aria-busy={list.isPlaceholderData} className={styles['list']}>
        {(list.isPending || (hasEntries && summary === undefined)) && (
          <Skeleton shape="table" rows={6} label={say('loading')} />
        )}
        {entries?.length === 0 && (
          <EmptyState
            drawing="list"
            title={say('noLedger')}
            description={say(Object.keys(filter).length === 0 ? 'noLedgerHint' : 'noLedgerMatch')}
          />
        )}
        {hasEntries && summary !== undefined && (
          <LedgerTable entries={entries} currency={summary.balance.currency} />
        )}
      </div>
      {list.isError ? (
        <ErrorState
          title={userMessage(list.error)}
          detail={say('safe')}
          isRetrying={list.isFetching}
          onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
        />
      ) : (
        list.hasNextPage && (
          <p className={styles['more']}>
            <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {say('showMore')}
            </Button>
          </p>
        )
      )}
    </Card>
  )
}

function LedgerFilters() {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const filter = readLedgerFilter(parameters)
  const change = (part: Record<string, string>) => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== '')
    setParameters(Object.fromEntries(next), { replace: true })
  }
  return (
    <Toolbar>
      <SelectField
        label={say('kind')}
        value={filter.kind ?? ''}
        onChange={({ target }) => change({ kind: target.value })}
      >
        <option value="">{say('allKinds')}</option>
        {ledgerKinds.map((kind) => (
          <option key={kind} value={kind}>
            {say(`ledger_${kind}`)}
          </option>
        ))}
      </SelectField>
      <DayField label={say('from')} day={filter.from} onTake={(from) => change({ from })} />
      <DayField label={say('to')} day={filter.to} onTake={(to) => change({ to })} />
    </Toolbar>
  )
}
