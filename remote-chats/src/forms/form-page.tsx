import type { Form, FormResponseRow } from '@errand/contract/chats/form'
import { formDataStatuses } from '@errand/contract/chats/form-data'
import { contactName } from '@errand/contract/visible-text'
import { isApiError } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  ColumnChoice,
  EmptyState,
  Page,
  PageHeader,
  saveFile,
  Sheet,
  Skeleton,
  Table,
  TextLink,
  Toolbar,
  useDocumentTitle,
  useSettings,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'

import { ChatMessages } from '../chat/chat-messages.tsx'
import { chatQuery } from '../chat/chat.ts'
import { Choice, DayRange } from '../chats/fields.tsx'
import { LoadFailed, showError } from '../chats/parts.tsx'
import { writeFilter } from '../chats/session-filter.ts'
import { Composer } from '../composer/composer.tsx'
import { usePending } from '../outbox/use-outbox.tsx'
import { useWords } from '../words/words.ts'
import { fromSort, sortRows, toSort, useColumns, useHiddenColumns } from './answers-table.tsx'
import {
  emptyFormFilter,
  isFormNarrowed,
  readFormFile,
  readFormFilter,
  responsesQuery,
  type FormFilter,
} from './forms.api.ts'
import styles from './forms.module.css'

/** The answers to one form as a table; a row opens its chat beside it. */
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
    if (!isGone) return <LoadFailed query={list} detail={say('answersSafe')} headingLevel={1} />
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
  const change = (part: Partial<FormFilter>) =>
    setParameters(writeFilter(parameters, part, emptyFormFilter), { replace: true })
  return (
    <>
      <Toolbar end={<ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />}>
        <Choice
          label={say('status')}
          value={filter.status}
          options={[
            ['', say('answeredAtAll')],
            ...formDataStatuses.map((status) => [status, say(`answers.${status}`)] as const),
          ]}
          onChange={(status) => change({ status })}
        />
        <DayRange {...filter} onChange={change} />
      </Toolbar>
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
      <ChatPanel sessionId={openId} onClose={() => setOpenId(undefined)} />
    </>
  )
}

/** Exports all pages of the table as a CSV file. */
function ExportButton({ form, filter }: { form: Form; filter: FormFilter }) {
  const say = useWords()
  const { mutate, isPending } = useMutation({
    mutationFn: () => readFormFile(form.id, filter),
    onSuccess: (file) => saveFile(file, `${form.name}.csv`),
    onError: showError,
  })
  return (
    <Button
      variant="primary"
      isBusy={isPending}
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => mutate()}
    >
      {say('exportAnswers')}
    </Button>
  )
}

interface ChatPanelProps {
  sessionId: string | undefined
  onClose: () => void
}

/** The chat of a row, beside the table. */
function ChatPanel({ sessionId, onClose }: ChatPanelProps) {
  const say = useWords()
  const { data: chat } = useQuery({
    ...chatQuery(sessionId ?? ''),
    enabled: sessionId !== undefined,
  })
  // Read in the same render as the chat, so that a reply the api has just accepted is in one of the
  // two.
  const pending = usePending(sessionId ?? '')
  const name = chat === undefined ? say('loadingChat') : contactName(chat.session.contact)
  return (
    <Sheet
      isOpen={sessionId !== undefined}
      title={name}
      description={
        sessionId !== undefined && (
          <ButtonLink size="small" variant="quiet" to={`/chats?session=${sessionId}`}>
            {say('openInInbox')}
          </ButtonLink>
        )
      }
      onClose={onClose}
    >
      {chat !== undefined && chat.session.id === sessionId && (
        <div className={styles['chat']}>
          <ChatMessages
            key={sessionId}
            chat={chat}
            pending={pending}
            contactName={name}
            hitId={undefined}
          />
          <Composer chat={chat} />
        </div>
      )}
    </Sheet>
  )
}
