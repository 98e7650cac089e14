import type { BookingItem } from '@errand/contract/chats/bookings'
import { isoDayOf } from '@errand/contract/iso-time'
import { paths } from '@errand/contract/paths'
import {
  Button,
  ButtonLink,
  EmptyState,
  IconButton,
  Page,
  SegmentedControl,
  Skeleton,
  Toolbar,
  useActions,
  useDocumentTitle,
  useFormats,
  useMedia,
  useNow,
  useSettings,
} from '@errand/shared-ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { type Days, addDays, formatDay, listDays, longDay, weekStart } from '../data/days.ts'
import { parameterReader } from '../data/session-filter.ts'
import { LoadFailed } from '../shared/parts.tsx'
import { useWords } from '../words/words.ts'
import { Agenda } from './agenda.tsx'
import { BookingHeader, JobChoice } from './booking-header.tsx'
import { bookingsQuery, formsQuery, hasDates } from './bookings.api.ts'
import styles from './bookings.module.css'
import { ChatPanel } from './chat-panel.tsx'
import { isOnDay } from './spans.ts'
import { TimeGrid } from './time-grid.tsx'

/** The bookings of all jobs: what comes next, day by day. */
export function BookingsPage() {
  const say = useWords()
  useDocumentTitle(say('bookings'))
  const range = useRange()
  const query = useQuery(bookingsQuery(range.days))
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      <BookingHeader description={say('bookingsWhy')} actions={<CalendarButton />} />
      <Page>
        <RangeBar range={range} />
        {query.data === undefined ? (
          query.isError ? (
            <LoadFailed query={query} detail={say('answersSafe')} />
          ) : (
            <Skeleton label={say('loadingBookings')} rows={6} rowHeight={56} />
          )
        ) : (
          <div aria-busy={query.isPlaceholderData}>
            <Bookings range={range} items={query.data.items} onOpen={setOpenId} />
            {query.data.hasMore && <p className={styles['note']}>{say('moreBookings')}</p>}
          </div>
        )}
        <ChatPanel sessionId={openId} onClose={() => setOpenId(undefined)} />
      </Page>
    </>
  )
}

const CalendarDialog = lazy(async () => ({
  default: (await import('./calendar-dialog.tsx')).CalendarDialog,
}))

function CalendarButton() {
  const say = useWords()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<CalendarPlus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {say('calendar')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CalendarDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface BookingsProps {
  range: Range
  items: readonly BookingItem[]
  onOpen: (sessionId: string) => void
}

function Bookings({ range, items: found, onOpen }: BookingsProps) {
  const { view, days, today } = range
  // A week has no room on a phone.
  const isNarrow = useMedia('(width < 720px)')
  const shown = listDays(days)
  // One of the night before may have ended by then.
  const items = found.filter((item) => shown.some((day) => isOnDay(item, day)))
  if (view === 'list' || (view === 'week' && isNarrow)) {
    if (items.length === 0) return <NoBookings isToday={days.from === today} />
    return <Agenda days={shown} {...{ items, today, onOpen }} />
  }
  return <TimeGrid days={shown} {...{ items, today, onOpen }} />
}

/** Says what would be here, and what is missing if no job asks for a date. */
function NoBookings({ isToday }: { isToday: boolean }) {
  const say = useWords()
  const { data } = useInfiniteQuery(formsQuery())
  const forms = data?.pages.flatMap(({ items }) => items)
  if (forms !== undefined && !forms.some(hasDates)) {
    return (
      <EmptyState
        drawing="list"
        title={say('noDates')}
        description={say('noDatesWhy')}
        action={
          <ButtonLink to={paths.jobs.list} variant="primary">
            {say('goToJobs')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      drawing="list"
      title={say(isToday ? 'nothingBooked' : 'nothingBookedThen')}
      description={say('nothingBookedWhy')}
    />
  )
}

const views = ['list', 'day', 'week'] as const
type View = (typeof views)[number]

/** How many days each view shows. */
const lengths: Record<View, number> = { list: 30, day: 1, week: 7 }

/** The view and its days, kept in the address. */
function useRange() {
  const { locale, timeZone } = useSettings()
  const [parameters, setParameters] = useSearchParams()
  const { text, date } = parameterReader(parameters)
  const today = isoDayOf(useNow(60_000), timeZone)
  const view = views.find((known) => known === text('view')) ?? 'list'
  const chosen = date('day') || today
  const from = view === 'week' ? weekStart(chosen, locale) : chosen
  const days: Days = { from, to: addDays(from, lengths[view] - 1) }
  const show = (next: { view?: View; day?: string }) => {
    const { view: nextView = view, day = chosen } = next
    setParameters(
      { ...(nextView !== 'list' && { view: nextView }), ...(day !== today && { day }) },
      { replace: true },
    )
  }
  return {
    view,
    days,
    today,
    show,
    move: (count: number) => show({ day: addDays(from, count * lengths[view]) }),
  }
}
type Range = ReturnType<typeof useRange>

function RangeBar({ range }: { range: Range }) {
  const say = useWords()
  const formats = useFormats()
  const { view, days, today, show, move } = range
  const isNow = days.from <= today && today <= days.to
  useActions(say('bookings'), [
    { id: 'bookings:earlier', label: say('earlier'), keys: '[', run: () => move(-1) },
    { id: 'bookings:later', label: say('later'), keys: ']', run: () => move(1) },
    { id: 'bookings:today', label: say('today'), keys: 't', run: () => show({ day: today }) },
  ])
  const label =
    view === 'day'
      ? formatDay(days.from, formats, longDay)
      : `${formatDay(days.from, formats)} – ${formatDay(days.to, formats)}`
  return (
    <Toolbar
      end={
        <SegmentedControl
          label={say('viewAs')}
          value={view}
          options={views.map((value) => ({ value, label: say(`viewAs.${value}`) }))}
          onChange={(next) => show({ view: next })}
        />
      }
    >
      <JobChoice />
      <div className={styles['range']}>
        <IconButton
          label={say('earlier')}
          shortcut="["
          icon={<ChevronLeft size={16} className={styles['arrow']} aria-hidden />}
          onClick={() => move(-1)}
        />
        <Button
          size="small"
          disabled={isNow && view !== 'list'}
          onClick={() => show({ day: today })}
        >
          {say('today')}
        </Button>
        <IconButton
          label={say('later')}
          shortcut="]"
          icon={<ChevronRight size={16} className={styles['arrow']} aria-hidden />}
          onClick={() => move(1)}
        />
        <p role="status">{label}</p>
      </div>
    </Toolbar>
  )
}
