import { type ChatStats, chatStatsSchema } from '@errand/contract/chats/stats'
import { api, browserStorage } from '@errand/shared-auth'
import {
  Card,
  Chart,
  DateField,
  EmptyState,
  FieldRow,
  Notice,
  SegmentedControl,
  Skeleton,
  Stat,
  Stats,
  useFormats,
  useNow,
  useSettings,
} from '@errand/shared-ui'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import styles from './figures.module.css'
import { useWords } from './words/words.ts'

/** Four numbers with those of the time before, and who wrote how much. */
export function Figures() {
  const say = useWords()
  const { range, days, today, choose, chooseDays } = useRange()
  const isValidRange = days.from <= days.to
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({
    ...chatFiguresQuery(days),
    enabled: isValidRange,
  })
  return (
    <section className={styles['figures']} aria-label={say('figures')}>
      <div className={styles['ranges']}>
        <SegmentedControl
          label={say('range')}
          value={range}
          options={ranges.map((value) => ({ value, label: say(value) }))}
          onChange={choose}
        />
      </div>
      {range === 'custom' && (
        <FieldRow>
          <DateField
            label={say('from')}
            max={days.to}
            value={days.from}
            onChange={({ target }) => target.value && chooseDays({ ...days, from: target.value })}
          />
          <DateField
            label={say('to')}
            min={days.from}
            max={today}
            value={days.to}
            onChange={({ target }) => target.value && chooseDays({ ...days, to: target.value })}
          />
        </FieldRow>
      )}
      {isError && (
        <Notice tone="danger" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
          {say('figuresLost')}
        </Notice>
      )}
      {data === undefined && !isError && (
        <Skeleton shape="tiles" rows={4} rowHeight={92} label={say('loading')} />
      )}
      {data !== undefined && (
        <div className={styles['figures']} aria-busy={isPlaceholderData}>
          <Tiles stats={data} />
          <MessagesChart stats={data} />
        </div>
      )}
    </section>
  )
}

/** Four numbers of the time chosen, each against the time before. */
function Tiles({ stats: { totals, previous } }: { stats: ChatStats }) {
  const say = useWords()
  const formats = useFormats()
  const countTiles = [
    ['newChats', 'sessions'],
    ['received', 'inbound'],
    ['completed', 'completed'],
  ] as const
  const seconds = totals.medianFirstReplySeconds
  return (
    <Stats>
      {countTiles.map(([label, name]) => (
        <Stat
          key={name}
          label={say(label)}
          value={formats.number(totals[name])}
          since={say('since')}
          {...toDelta(totals[name], previous[name])}
        />
      ))}
      <Stat
        label={say('firstReply')}
        value={seconds === null ? '–' : formatSeconds(seconds, formats)}
        since={say('since')}
        isLessBetter
        {...toDelta(seconds, previous.medianFirstReplySeconds)}
      />
    </Stats>
  )
}

/** How much more than before, as a part of one; nothing where there was nothing before. */
const toDelta = (now: number | null, before: number | null): { delta?: number } =>
  now === null || before === null || before === 0 ? {} : { delta: (now - before) / before }

const formatSeconds = (seconds: number, formats: ReturnType<typeof useFormats>): string =>
  seconds < 60
    ? formats.number(Math.round(seconds), {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'narrow',
      })
    : formats.duration(seconds * 1000)

const ranges = ['today', 'week', 'days30', 'month', 'custom'] as const
type Range = (typeof ranges)[number]

interface SavedRange {
  range: Range
  custom?: Days | undefined
}

const storageKey = 'errand:dashboard-range'
const dayMs = 86_400_000

/** Which days the figures are about; kept in this browser. */
function useRange() {
  const { timeZone } = useSettings()
  const [savedRange, setSavedRange] = useState(readSavedRange)
  const now = useNow()
  const saveRange = (next: SavedRange) => {
    setSavedRange(next)
    browserStorage.setItem(storageKey, JSON.stringify(next))
  }
  const dayAt = (time: number) => dateInTimeZone(time, timeZone)
  const today = dayAt(now)
  const days: Record<Range, Days> = {
    today: { from: today, to: today },
    week: { from: dayAt(now - 6 * dayMs), to: today },
    days30: { from: dayAt(now - 29 * dayMs), to: today },
    month: { from: `${today.slice(0, 8)}01`, to: today },
    custom: savedRange.custom ?? { from: dayAt(now - 29 * dayMs), to: today },
  }
  return {
    range: savedRange.range,
    days: days[savedRange.range],
    today,
    choose: (range: Range) => saveRange({ ...savedRange, range }),
    chooseDays: (custom: Days) => saveRange({ range: 'custom', custom }),
  }
}

/** The day of a moment in the owner's time zone, as ISO 8601 writes it. */
const dateInTimeZone = (time: number, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', {
    ...(timeZone !== undefined && { timeZone }),
    dateStyle: 'short',
  }).format(time)

function readSavedRange(): SavedRange {
  try {
    const stored = JSON.parse(browserStorage.getItem(storageKey) ?? '{}') as Partial<SavedRange>
    const range = ranges.find((each) => each === stored.range)
    if (range !== undefined) return { range, custom: stored.custom }
  } catch {
    // What is kept there is no range of ours.
  }
  return { range: 'week' }
}

/** A time of whole days, both included. */
export interface Days {
  from: string
  to: string
}

/** What happened in the chats of these days, and in as many before. */
const chatFiguresQuery = (days: Days) =>
  queryOptions({
    queryKey: ['account', 'chat-figures', days],
    queryFn: ({ signal }) =>
      api.get('chats/stats', { signal, searchParams: { ...days } }).json(chatStatsSchema),
    placeholderData: keepPreviousData,
  })

/** Who wrote how much, day by day. */
function MessagesChart({ stats: { series } }: { stats: ChatStats }) {
  const say = useWords()
  const formats = useFormats()
  const isEmpty = series.every(({ inbound, assistant, owner }) => inbound + assistant + owner === 0)
  if (isEmpty) {
    return (
      <EmptyState drawing="chart" title={say('noFigures')} description={say('noFiguresHint')} />
    )
  }
  return (
    <Card>
      <Chart
        title={say('messages')}
        labels={series.map(({ date }) => formats.date(date, dayFormat))}
        series={[
          { name: say('customers'), values: series.map(({ inbound }) => inbound) },
          { name: say('assistant'), values: series.map(({ assistant }) => assistant) },
          { name: say('yourself'), values: series.map(({ owner }) => owner) },
        ]}
      />
    </Card>
  )
}

// A day is a day, wherever its reader is.
const dayFormat = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
