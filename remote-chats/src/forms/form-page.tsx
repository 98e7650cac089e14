import type { Form, FormResponseRow } from '@errand/contract/chats/form'
import { isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  ColumnChoice,
  EmptyState,
  ErrorState,
  Page,
  PageHeader,
  Skeleton,
  Table,
  TextLink,
  useSettings,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'

import { useDocumentTitle } from '../pane/use-document-title.ts'
import { useWords } from '../words/words.ts'
import { BesideChat } from './beside-chat.tsx'
import { ExportButton } from './export-button.tsx'
import { isFormNarrowed, readFormFilter, writeFormFilter } from './form-filter.ts'
import { FormFilters } from './form-filters.tsx'
import styles from './forms.module.css'
import { responsesQuery } from './forms.queries.ts'
import { fromSort, sortRows, toSort } from './sort-rows.ts'
import { useColumns } from './use-columns.tsx'
import { useHiddenColumns } from './use-hidden-columns.ts'

/** What was answered to one form, as a table; a row opens its chat beside it. */
export function FormPage() {
  const { id = '' } = useParams()
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readFormFilter(parameters)
  const list = useInfiniteQuery({
    ...responsesQuery(id, filter),
    placeholderData: keepPreviousData,
  })
  const form = list.data?.pages[0]?.form
  useDocumentTitle(form?.name ?? say('forms'))
  if (form === undefined && list.isError) {
    const isGone = isApiError(list.error) && [404, 422].includes(list.error.status)
    if (isGone) {
      return (
        <EmptyState
          drawing="search"
          headingLevel={1}
          title={say('formGone')}
          description={say('formGoneWhy')}
          action={<ButtonLink to="/chats/forms">{say('forms')}</ButtonLink>}
        />
      )
    }
    return (
      <ErrorState
        headingLevel={1}
        title={userMessage(list.error)}
        detail={say('answersSafe')}
        isRetrying={list.isFetching}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (form === undefined) return <Skeleton label={say('loadingForms')} shape="table" rows={8} />
  const rows = list.data?.pages.flatMap(({ responses }) => responses?.items ?? []) ?? []
  const totals = list.data?.pages[0]?.responses?.totals
  return (
    <Page>
      <PageHeader
        title={form.name}
        description={totals && say('answerTotals', totals)}
        back={<TextLink to="/chats/forms">{say('forms')}</TextLink>}
        actions={<ExportButton form={form} filter={filter} />}
      />
      <Results
        {...{ form, rows }}
        isBusy={list.isPlaceholderData}
        more={
          list.hasNextPage && (
            <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              {say('showMore')}
            </Button>
          )
        }
      />
    </Page>
  )
}

interface ResultsProps {
  form: Form
  rows: FormResponseRow[]
  isBusy: boolean
  more: ReactNode
}

function Results({ form, rows, isBusy, more }: ResultsProps) {
  const say = useWords()
  const { locale } = useSettings()
  const [parameters, setParameters] = useSearchParams()
  const filter = readFormFilter(parameters)
  const sort = toSort(filter.sort)
  const [hidden, setHidden] = useHiddenColumns(form.id)
  const [openId, setOpenId] = useState<string>()
  const columns = useColumns(form, setOpenId)
  const shown = columns.filter(({ id }) => !hidden.has(id))
  const change = (part: Parameters<typeof writeFormFilter>[1]) =>
    setParameters(writeFormFilter(parameters, part), { replace: true })
  return (
    <>
      <FormFilters
        filter={filter}
        onChange={change}
        end={<ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />}
      />
      {rows.length === 0 ? (
        <EmptyState
          drawing="list"
          title={say(isFormNarrowed(filter) ? 'noAnswersFound' : 'noAnswers')}
          description={say(isFormNarrowed(filter) ? 'nothingWhy.found' : 'noAnswersWhy')}
        />
      ) : (
        <div className={styles['table']} aria-busy={isBusy}>
          <Table
            caption={say('answersTo', { name: form.name })}
            columns={shown}
            rows={sortRows(rows, sort, { fields: form.fields, locale })}
            rowKey={({ id }) => id}
            sort={sort}
            onSort={(next) => change({ sort: fromSort(next) })}
          />
        </div>
      )}
      {more}
      <BesideChat sessionId={openId} onClose={() => setOpenId(undefined)} />
    </>
  )
}
