import type { Form } from '@errand/contract/chats/form'
import { paths } from '@errand/contract/paths'
import {
  Badge,
  Button,
  ButtonLink,
  EmptyState,
  List,
  ListRow,
  Meter,
  Page,
  PageHeader,
  RelativeTime,
  Skeleton,
  useDocumentTitle,
  useMedia,
} from '@errand/shared-ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { LoadFailed } from '../chats/parts.tsx'
import { useWords } from '../words/words.ts'
import { formsQuery } from './forms.api.ts'
import styles from './forms.module.css'

/** The forms of all jobs. */
export function FormsPage() {
  const say = useWords()
  useDocumentTitle(say('forms'))
  return (
    <Page>
      <PageHeader
        title={say('forms')}
        description={say('formsWhy')}
        actions={<ButtonLink to={paths.chats.list}>{say('backToChats')}</ButtonLink>}
      />
      <Forms />
    </Page>
  )
}

function Forms() {
  const say = useWords()
  const list = useInfiniteQuery(formsQuery())
  const forms = list.data?.pages.flatMap(({ items }) => items)
  if (forms === undefined && list.isError)
    return <LoadFailed query={list} detail={say('answersSafe')} />
  if (forms === undefined) return <Skeleton label={say('loadingForms')} rows={4} rowHeight={64} />
  if (forms.length === 0) {
    return (
      <EmptyState
        drawing="list"
        title={say('noForms')}
        description={say('noFormsWhy')}
        action={
          <ButtonLink to={paths.jobs.list} variant="primary">
            {say('goToJobs')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <>
      <List label={say('forms')}>
        {forms.map((form) => (
          <FormRow key={form.id} form={form} />
        ))}
      </List>
      {list.hasNextPage && (
        <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {say('showMore')}
        </Button>
      )}
    </>
  )
}

function FormRow({ form }: { form: Form }) {
  const say = useWords()
  const { id, name, status, fields, sessionCount, completeCount, lastResponseAt } = form
  const isNarrow = useMedia('(width < 640px)')
  const completeness = (
    <span className={styles['completeness']}>
      <Meter
        label={say('completeness')}
        value={sessionCount === 0 ? 0 : completeCount / sessionCount}
        text={say('completeOf', { complete: completeCount, count: sessionCount })}
      />
    </span>
  )
  return (
    <ListRow
      title={
        <span className={styles['title']}>
          <Link to={id}>
            <bdi>{name}</bdi>
          </Link>
          {status !== 'published' && <Badge>{say(`form.${status}`)}</Badge>}
        </span>
      }
      description={
        <span className={styles['about']}>
          <span>{say('fieldCount', { count: fields.length })}</span>
          {lastResponseAt !== undefined && (
            <span>
              <span>{say('lastAnswer')}</span> <RelativeTime at={lastResponseAt} />
            </span>
          )}
          {isNarrow && completeness}
        </span>
      }
      end={isNarrow ? undefined : completeness}
    />
  )
}
