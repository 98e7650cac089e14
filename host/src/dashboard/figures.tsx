import { type ChatStats, readChatStatsCall } from '@errand/contract/chats/stats'
import { isoDayOf } from '@errand/contract/iso-time'
import { browserStorage, callApi, userMessage } from '@errand/shared-auth'
import {
  DateField,
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
import { lazy, Suspense, useState } from 'react'

import styles from './figures.module.css'
import { useWords } from './words/words.ts'

// The figures can be read before it, and without it.
const MessagesChart = lazy(async () => {
  const loaded = await import('./messages-chart.tsx').catch(() => undefined)
  return { default: loaded?.MessagesChart ?? ((_without: { stats: ChatStats }) => null) }
})

/** Four figures compared with the previous period, and a chart of messages by author. */
export function Figures() {
  const say = useWords()
  const { range, days, today, choose, chooseDays } = useRange()
  const isValidRange = days.from <= days.to
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...chatFiguresQuery(days),
    enabled: isValidRange,
  })
  return (
    <section className={styles['figures']} aria-label={say('figures')}>
      <SegmentedControl
        label={say('range')}
        value={range}
        options={ranges.map((value) => ({ value, label: say(value) }))}
        onChange={choose}
      />
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
      {error !== null && (
        <Notice tone="danger" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
          {`${say('figuresLost')} ${userMessage(error)}`}
        </Notice>
      )}
      {data === undefined && error === null && (
        <Skeleton shape="tiles" rows={4} rowHeight={92} label={say('loading')} />
      )}
      {data !== undefined && (
        <div className={styles['figures']} aria-busy={isPlaceholderData}>
          {data.totals.inbound + data.totals.outbound === 0 ? (
            <p className={styles['none']}>{say('noFigures')}</p>
          ) : (
            <>
              <Tiles stats={data} />
              <Suspense fallback={<Skeleton rows={1} rowHeight={320} label={say('loading')} />}>
                <MessagesChart stats={data} />
              </Suspense>
            </>
          )}
        </div>
      )}
    </section>
  )
}

/** Four figures of the range, each compared with the previous period. */
function Tiles({ stats: { range, totals, previous } }: { stats: ChatStats }) {
  const say = useWords()
  const formats = useFormats()
  const since = say('since', { days: dayCount(range) })
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
          since={since}
          {...toDelta(totals[name], previous[name])}
        />
      ))}
      <Stat
        label={say('firstReply')}
        value={seconds === null ? '–' : formatSeconds(seconds, formats)}
        since={since}
        isLessBetter
        {...toDelta(seconds, previous.medianFirstReplySeconds)}
      />
    </Stats>
  )
}

const dayCount = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

/** The relative change; empty where there was nothing before. */
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

/** The chosen range, stored in this browser. */
function useRange() {
  const { timeZone } = useSettings()
  const [savedRange, setSavedRange] = useState(readSavedRange)
  const now = useNow()
  const saveRange = (next: SavedRange) => {
    setSavedRange(next)
    browserStorage.setItem(storageKey, JSON.stringify(next))
  }
  const dayAt = (time: number) => isoDayOf(time, timeZone)
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

/** A range of dates, both included. */
export interface Days {
  from: string
  to: string
}

/** The statistics of chats in a range of days and in the same number of days before. */
const chatFiguresQuery = (days: Days) =>
  queryOptions({
    queryKey: ['account', 'chat-figures', days],
    queryFn: ({ signal }) => callApi(readChatStatsCall, { query: { ...days }, signal }),
    placeholderData: keepPreviousData,
  })
