import {
  bookingTimes,
  readFormCall,
  type Form,
  type FormResponseRow,
} from '@errand/contract/chats/form'
import { formDataStatuses } from '@errand/contract/chats/form-data'
import { paths } from '@errand/contract/paths'
import { callApiForFile, isApiError } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  ColumnChoice,
  ConfirmDialog,
  EmptyState,
  Page,
  SegmentedControl,
  Skeleton,
  Table,
  Toolbar,
  saveFile,
  useDocumentTitle,
  useMedia,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download, ListFilter } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'

import { writeFilter } from '../data/session-filter.ts'
import { DelayedSearch } from '../shared/delayed-search.tsx'
import { Choice, DayRange } from '../shared/fields.tsx'
import { LoadFailed, showError } from '../shared/parts.tsx'
import { useWords } from '../words/words.ts'
import { fromSort, toSort, useColumns, useHiddenColumns } from './answers-table.tsx'
import { BookingHeader, JobChoice } from './booking-header.tsx'
import {
  type AnswerFilter,
  answersQuery,
  emptyAnswerFilter,
  hasDates,
  isNarrowed,
  readAnswerFilter,
} from './bookings.api.ts'
import styles from './bookings.module.css'
import { ChatPanel } from './chat-panel.tsx'

/** The answers to one job's questions as a table; a row opens its chat beside it. */
export function AnswersPage() {
  const { id = '' } = useParams()
  const say = useWords()
  const [parameters] = useSearchParams()
  const filter = readAnswerFilter(parameters)
  const list = useInfiniteQuery({ ...answersQuery(id, filter), placeholderData: keepPreviousData })
  const form = list.data?.pages[0]?.form
  useDocumentTitle(form?.name ?? say('bookings'))
  if (form === undefined && list.isError) {
    const isGone = isApiError(list.error) && [404, 422].includes(list.error.status)
    if (!isGone) return <LoadFailed query={list} detail={say('answersSafe')} headingLevel={1} />
    return (
      <EmptyState
        drawing="search"
        headingLevel={1}
        title={say('formGone')}
        description={say('formGoneWhy')}
        action={<ButtonLink to={paths.chats.bookings}>{say('allBookings')}</ButtonLink>}
      />
    )
  }
  if (form === undefined) return <Skeleton label={say('loadingAnswers')} shape="table" rows={8} />
  const rows = list.data?.pages.flatMap(({ responses }) => responses?.items ?? []) ?? []
  const totals = list.data?.pages[0]?.responses?.totals
  return (
    <>
      <BookingHeader
        form={form}
        description={totals && say('answerTotals', totals)}
        actions={<ExportButton {...{ form, filter }} count={totals?.matching ?? rows.length} />}
      />
      <Page>
        <Results
          key={form.id}
          {...{ form, rows, filter }}
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
    </>
  )
}

interface ResultsProps {
  form: Form
  rows: FormResponseRow[]
  filter: AnswerFilter
  isBusy: boolean
  more: ReactNode
}

function Results({ form, rows, filter, isBusy, more }: ResultsProps) {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const [hidden, setHidden] = useHiddenColumns(form.id)
  const [openId, setOpenId] = useState<string>()
  const columns = useColumns(form, setOpenId)
  const shown = columns.filter(({ id }) => !hidden.has(id))
  const change = (part: Partial<AnswerFilter>) =>
    setParameters(writeFilter(parameters, part, emptyAnswerFilter), { replace: true })
  const isEmpty = rows.length === 0
  return (
    <>
      <Filters
        {...{ form, filter, change }}
        end={<ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />}
      />
      {isEmpty ? (
        <EmptyState
          drawing="list"
          title={say(isNarrowed(filter) ? 'noAnswersFound' : 'noAnswers')}
          description={say(isNarrowed(filter) ? 'nothingWhy.found' : 'noAnswersWhy')}
        />
      ) : (
        <div className={styles['table']} aria-busy={isBusy}>
          <Table
            caption={say('answersTo', { name: form.name })}
            columns={shown}
            rows={rows}
            rowKey={({ id }) => id}
            sort={toSort(filter.sort)}
            onSort={(next) => change({ sort: fromSort(next) })}
          />
        </div>
      )}
      {more}
      <ChatPanel sessionId={openId} onClose={() => setOpenId(undefined)} />
    </>
  )
}

interface FiltersProps {
  form: Form
  filter: AnswerFilter
  change: (part: Partial<AnswerFilter>) => void
  end: ReactNode
}

/** Days, job and search; what is needed less often is behind one button, on a phone nearly all. */
function Filters({ form, filter, change, end }: FiltersProps) {
  const say = useWords()
  const isNarrow = useMedia('(width < 720px)')
  const { when, answeredFrom, answeredTo, status } = filter
  const [isOpen, setIsOpen] = useState([answeredFrom, answeredTo, status].some(Boolean))
  const usual = (
    <>
      <JobChoice formId={form.id} />
      <DelayedSearch label={say('searchAnswers')} q={filter.q} onSearch={(q) => change({ q })} />
    </>
  )
  return (
    <>
      <Toolbar end={!isNarrow && end}>
        {hasDates(form) && (
          <SegmentedControl
            label={say('whenFor')}
            value={when || 'all'}
            options={bookingTimes.map((value) => ({ value, label: say(`when.${value}`) }))}
            onChange={(next) => change({ when: next === 'all' ? '' : next })}
          />
        )}
        {!isNarrow && usual}
        <Button
          aria-expanded={isOpen}
          icon={<ListFilter size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {say('filters')}
        </Button>
      </Toolbar>
      {isOpen && (
        <Toolbar end={isNarrow && end}>
          {isNarrow && usual}
          <Choice
            label={say('status')}
            value={status}
            options={[
              ['', say('answeredAtAll')],
              ...formDataStatuses.map((one) => [one, say(`answers.${one}`)] as const),
            ]}
            onChange={(next) => change({ status: next })}
          />
          {hasDates(form) && (
            <DayRange
              from={answeredFrom}
              to={answeredTo}
              onChange={({ from, to }) =>
                change({
                  ...(from !== undefined && { answeredFrom: from }),
                  ...(to !== undefined && { answeredTo: to }),
                })
              }
            />
          )}
        </Toolbar>
      )}
    </>
  )
}

interface ExportButtonProps {
  form: Form
  filter: AnswerFilter
  /** How many rows the file will have. */
  count: number
}

/** Exports all pages of the table as a CSV file, after saying how many answers it will contain. */
function ExportButton({ form, filter, count }: ExportButtonProps) {
  const say = useWords()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApiForFile(readFormCall, { id: form.id, query: { ...filter, format: 'csv' } }),
    onSuccess: (file) => saveFile(file, `${form.name}.csv`),
    onError: showError,
  })
  return (
    <>
      <Button
        isBusy={isPending}
        disabled={count === 0}
        icon={<Download size={16} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        {say('exportAnswers')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say('exportAnswersTitle', { count })}
        confirmLabel={say('exportNow')}
        onConfirm={() => {
          setIsAsking(false)
          mutate()
        }}
        onCancel={() => setIsAsking(false)}
      >
        <p>{say(isNarrowed(filter) ? 'exportAnswersFiltered' : 'exportAnswersAll')}</p>
      </ConfirmDialog>
    </>
  )
}
