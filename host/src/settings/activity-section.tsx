import {
  type ActivityEntry,
  type ActivityGroup,
  activityGroups,
  type ActivityKind,
} from '@errand/contract/activity'
import { paths } from '@errand/contract/paths'
import { productName } from '@errand/contract/product'
import { queryClient, userMessage } from '@errand/shared-auth'
import {
  Button,
  Card,
  EmptyState,
  FilterChips,
  List,
  ListRow,
  Notice,
  saveFile,
  Skeleton,
  TextLink,
  useFormats,
  useNow,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import {
  Bot,
  CreditCard,
  Download,
  FileDown,
  KeyRound,
  type LucideIcon,
  Plug,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'

import {
  type ActivityFilter,
  activityKey,
  activityQuery,
  downloadActivity,
  groupOf,
} from '../account/activity.ts'
import styles from './activity-section.module.css'
import { useWords } from './words/words.ts'

/** What happened in the account: filtered, by day, and as a file. */
export function ActivitySection() {
  const say = useWords()
  const [filter, setFilter] = useState<ActivityFilter>('all')
  const download = useMutation({
    mutationFn: () => downloadActivity(filter),
    onSuccess: (file) => {
      saveFile(file, 'activity.csv')
      // The download is an entry itself.
      void queryClient.invalidateQueries({ queryKey: activityKey })
    },
  })
  return (
    <Card
      title={say('activity')}
      description={
        <>
          <span>{say('activityHint')}</span>{' '}
          <TextLink to={`${paths.settings}#security`}>{say('seeDevices')}</TextLink>
        </>
      }
      actions={
        <Button
          icon={<Download size={16} aria-hidden="true" />}
          isBusy={download.isPending}
          onClick={() => download.mutate()}
        >
          {say('downloadCsv')}
        </Button>
      }
    >
      {download.error !== null && (
        <Notice tone="danger" role="alert">
          {userMessage(download.error)}
        </Notice>
      )}
      <FilterChips
        label={say('activityFilter')}
        value={filter}
        options={(['all', ...activityGroups] as const).map((value) => ({
          value,
          label: say(`activityGroup.${value}`),
        }))}
        onChange={setFilter}
      />
      <Entries filter={filter} />
    </Card>
  )
}

function Entries({ filter }: { filter: ActivityFilter }) {
  const say = useWords()
  const list = useInfiniteQuery({ ...activityQuery(filter), placeholderData: keepPreviousData })
  const { data, isFetchNextPageError, isFetching, fetchNextPage, refetch } = list
  const entries = data?.pages.flatMap(({ items }) => items)
  return (
    <>
      {list.isPending && <Skeleton rows={6} rowHeight={56} label={say('loadingActivity')} />}
      {entries !== undefined && (
        <div className={styles['days']} aria-busy={list.isPlaceholderData}>
          <Days entries={entries} />
          {entries.length === 0 && (
            <EmptyState
              drawing="list"
              title={say('noActivity')}
              description={say(filter === 'all' ? 'noActivityHint' : 'noActivityMatch')}
            />
          )}
        </div>
      )}
      {list.isError ? (
        <Notice
          tone="danger"
          role="alert"
          isRetrying={isFetching}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
        >
          {say(isFetchNextPageError ? 'moreActivityLost' : 'activityLost')}
        </Notice>
      ) : (
        list.hasNextPage && (
          <div>
            <Button isBusy={list.isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {say('showMore')}
            </Button>
          </div>
        )
      )}
    </>
  )
}

const dayMs = 86_400_000
const wholeDay: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
}

function Days({ entries }: { entries: ActivityEntry[] }) {
  const say = useWords()
  const formats = useFormats()
  const now = useNow()
  const dayOf = (when: string | number) => formats.date(when, wholeDay)
  const names = new Map([
    [dayOf(now - dayMs), say('yesterday')],
    [dayOf(now), say('today')],
  ])
  return [...Map.groupBy(entries, ({ at }) => dayOf(at))].map(([day, sameDay]) => (
    <div key={day} className={styles['day']}>
      <h3>{names.get(day) ?? day}</h3>
      <List label={names.get(day) ?? day}>
        {sameDay.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </List>
    </div>
  ))
}

const icons: Record<ActivityGroup, LucideIcon> = {
  sign_ins: KeyRound,
  connections: Plug,
  exports: FileDown,
  deletions: Trash2,
  payments: CreditCard,
  assistant: Bot,
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const say = useWords()
  const formats = useFormats()
  const { kind, at, actor } = entry
  const Icon = icons[groupOf.get(kind) ?? 'sign_ins']
  return (
    <ListRow
      start={<Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
      title={<Sentence entry={entry} />}
      description={
        actor === null ? (
          <bdi>{productName}</bdi>
        ) : (
          <span className={styles['facts']}>
            <bdi>{actor.device || say('unknownDevice')}</bdi>
            {actor.address !== '' && <bdi dir="ltr">{actor.address}</bdi>}
          </span>
        )
      }
      end={<time dateTime={at}>{formats.time(at)}</time>}
    />
  )
}

/** The compiler names a kind that has no words. */
type Write = (
  key: `activity.${ActivityKind | 'email_address_changed'}`,
  values: Record<string, string | number>,
) => string

/** A placeholder for a name in a sentence. */
const nameMark = '\uFFFC'

/** What happened; a name from outside keeps its own direction. */
function Sentence({ entry: { kind, detail } }: { entry: ActivityEntry }) {
  const say = useWords()
  const write: Write = say
  const formats = useFormats()
  const { email, count = 0, before = 0, after = 0, amountMinor = 0, currency } = detail
  const amount = currency === undefined ? '' : formats.money(amountMinor, currency)
  const values = { name: nameMark, count, before, after, amount }
  const what = email === undefined ? kind : 'email_address_changed'
  const name = email ?? detail.name
  const [start, end] = write(`activity.${what}`, values).split(nameMark)
  const unknown = groupOf.get(kind) === 'sign_ins' ? say('unknownDevice') : '–'
  return (
    <>
      <span>{start}</span>
      {end !== undefined && (
        <>
          <bdi>{name || unknown}</bdi>
          <span>{end}</span>
        </>
      )}
    </>
  )
}
