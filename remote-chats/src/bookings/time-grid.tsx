import type { BookingItem } from '@errand/contract/chats/bookings'
import { contactName } from '@errand/contract/visible-text'
import { VisuallyHidden, useFormats } from '@errand/shared-ui'
import type { CSSProperties } from 'react'

import { clockOf, formatClock, formatDay, longDay } from '../data/days.ts'
import { useWords } from '../words/words.ts'
import { BookingTime } from './agenda.tsx'
import styles from './bookings.module.css'
import { isAllDay, isOnDay, lastDayOf, minutesOn } from './spans.ts'

interface TimeGridProps {
  days: readonly string[]
  items: readonly BookingItem[]
  today: string
  onOpen: (sessionId: string) => void
}

const hourPx = 52
const dayMinutes = 24 * 60
/** The hours that are always shown. */
const usualHours = { from: 8, to: 18 }
/** How long a booking is shown to take where its job does not say. */
const usualMinutes = 45
/** Less than this could not be read. */
const minMinutes = 30

/** The minutes of a day that a booking is shown at; it never reaches into the next one. */
function shownMinutes(booking: BookingItem, day: string): { start: number; end: number } {
  const { start, end = start + usualMinutes } = minutesOn(booking, day)
  const from = Math.min(start, dayMinutes - minMinutes)
  return { start: from, end: Math.min(dayMinutes, Math.max(end, from + minMinutes)) }
}

/** Bookings as a calendar: a column for each day, and what lasts all day on top. */
export function TimeGrid({ days, items, today, onOpen }: TimeGridProps) {
  const formats = useFormats()
  const strips = placeStrips(items.filter(isAllDay))
  const timed = items.filter((item) => !isAllDay(item))
  const columns = days.map((day) => ({
    day,
    strips: strips.filter(({ booking }) => isOnDay(booking, day)),
    placed: placeBookings(timed, day),
  }))
  const placed = columns.flatMap((column) => column.placed)
  const from = Math.min(usualHours.from, ...placed.map(({ start }) => Math.floor(start / 60)))
  const to = Math.max(usualHours.to, ...placed.map(({ end }) => Math.ceil(end / 60)))
  const hours = Array.from({ length: to - from }, (_, index) => from + index)
  return (
    <div
      className={styles['grid']}
      style={{ '--days': days.length, '--hour': `${hourPx}px` } as CSSProperties}
    >
      <div className={styles['hours']} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{formatClock(clockOf(hour * 60), formats)}</span>
        ))}
      </div>
      {columns.map(({ day, ...column }) => (
        <section
          key={day}
          aria-label={formatDay(day, formats, longDay)}
          data-today={day === today || undefined}
          className={styles['column']}
        >
          <h2 aria-hidden="true">{formatDay(day, formats)}</h2>
          <ul className={styles['allDay']}>
            {column.strips.map(({ booking, lane }) => (
              <GridItem
                key={booking.id}
                {...{ booking, day, onOpen }}
                place={{ gridRow: lane + 1 }}
              />
            ))}
          </ul>
          <ul className={styles['times']} style={{ blockSize: hours.length * hourPx }}>
            {column.placed.map(({ booking, start, end, lane, lanes }) => (
              <GridItem
                key={booking.id}
                {...{ booking, day, onOpen }}
                place={{
                  insetBlockStart: ((start - from * 60) / 60) * hourPx,
                  blockSize: ((end - start) / 60) * hourPx - 2,
                  insetInlineStart: `${(lane / lanes) * 100}%`,
                  inlineSize: `calc(${100 / lanes}% - 2px)`,
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface GridItemProps {
  booking: BookingItem
  day: string
  onOpen: (sessionId: string) => void
  place: CSSProperties
}

function GridItem({ booking, day, onOpen, place }: GridItemProps) {
  const say = useWords()
  const name = contactName(booking.contact)
  return (
    <li style={place}>
      <button
        type="button"
        className={styles['item']}
        data-decision={booking.decision}
        title={booking.summary}
        onClick={() => onOpen(booking.sessionId)}
      >
        {(booking.time !== undefined || booking.endDay !== undefined) && (
          <BookingTime {...{ booking, day }} />
        )}
        <b>
          <bdi>{name}</bdi>
        </b>
        <span>
          <bdi>{booking.summary}</bdi>
        </span>
        <VisuallyHidden>{say(`decision.${booking.decision ?? 'none'}`)}</VisuallyHidden>
      </button>
    </li>
  )
}

/** Bookings of whole days, each in a line of its own that it keeps from day to day. */
function placeStrips(items: readonly BookingItem[]): { booking: BookingItem; lane: number }[] {
  const ends: string[] = []
  return items
    .toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
    .map((booking) => {
      const free = ends.findIndex((end) => end < booking.day)
      const lane = free === -1 ? ends.length : free
      ends[lane] = lastDayOf(booking)
      return { booking, lane }
    })
}

interface Placed {
  booking: BookingItem
  /** In minutes of the day. */
  start: number
  end: number
  lane: number
  /** How many stand beside each other at that time. */
  lanes: number
}

/** Bookings of a day that overlap stand beside each other. */
export function placeBookings(items: readonly BookingItem[], day: string): Placed[] {
  const timed = items
    .filter((booking) => isOnDay(booking, day))
    .map((booking) => ({ booking, ...shownMinutes(booking, day) }))
    .toSorted((one, other) => one.start - other.start)
  const placed: (Placed & { group: number })[] = []
  const lanesOf = new Map<number, number>()
  let ends: number[] = []
  let group = 0
  for (const one of timed) {
    if (ends.every((end) => end <= one.start)) {
      ends = []
      group += 1
    }
    const free = ends.findIndex((end) => end <= one.start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = one.end
    lanesOf.set(group, Math.max(lanesOf.get(group) ?? 0, ends.length))
    placed.push({ ...one, lane, lanes: 1, group })
  }
  return placed.map(({ group: of, ...one }) => ({ ...one, lanes: lanesOf.get(of) ?? 1 }))
}
