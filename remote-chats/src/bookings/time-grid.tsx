import type { BookingItem } from '@errand/contract/chats/bookings'
import { contactName } from '@errand/contract/visible-text'
import { VisuallyHidden, useFormats } from '@errand/shared-ui'
import type { CSSProperties } from 'react'

import { useWords } from '../words/words.ts'
import { BookingTime } from './agenda.tsx'
import styles from './bookings.module.css'
import { formatClock, formatDay, longDay, minutesOf } from './days.ts'

interface TimeGridProps {
  days: readonly string[]
  items: readonly BookingItem[]
  today: string
  onOpen: (sessionId: string) => void
}

const hourPx = 52
/** The hours that are always shown. */
const usualHours = { from: 8, to: 18 }
/** How long a booking is shown to take where its job does not say. */
const usualMinutes = 45

/** Too short a time could not be read. */
const minutesFor = ({ durationMinutes = usualMinutes }: BookingItem): number =>
  Math.max(30, durationMinutes)

/** Bookings as a calendar: a column for each day, and what lasts all day on top. */
export function TimeGrid({ days, items, today, onOpen }: TimeGridProps) {
  const formats = useFormats()
  const placed = items.filter(({ time }) => time !== undefined)
  const starts = placed.map(({ time = '' }) => Math.floor(minutesOf(time) / 60))
  const ends = placed.map((one) => Math.ceil((minutesOf(one.time ?? '') + minutesFor(one)) / 60))
  const from = Math.min(usualHours.from, ...starts)
  const to = Math.min(24, Math.max(usualHours.to, ...ends))
  const hours = Array.from({ length: to - from }, (_, index) => from + index)
  return (
    <div
      className={styles['grid']}
      style={{ '--days': days.length, '--hour': `${hourPx}px` } as CSSProperties}
    >
      <div className={styles['hours']} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour}>{formatClock(`${String(hour).padStart(2, '0')}:00`, formats)}</span>
        ))}
      </div>
      {days.map((day) => {
        const ofDay = items.filter((item) => item.day === day)
        return (
          <section
            key={day}
            aria-label={formatDay(day, formats, longDay)}
            data-today={day === today || undefined}
            className={styles['column']}
          >
            <h2 aria-hidden="true">{formatDay(day, formats)}</h2>
            <ul className={styles['allDay']}>
              {ofDay
                .filter(({ time }) => time === undefined)
                .map((booking) => (
                  <GridItem key={booking.id} {...{ booking, onOpen }} />
                ))}
            </ul>
            <ul className={styles['times']} style={{ blockSize: hours.length * hourPx }}>
              {placeBookings(ofDay).map(({ booking, lane, lanes }) => (
                <GridItem
                  key={booking.id}
                  {...{ booking, onOpen }}
                  place={{
                    insetBlockStart: ((minutesOf(booking.time ?? '') - from * 60) / 60) * hourPx,
                    blockSize: (minutesFor(booking) / 60) * hourPx - 2,
                    insetInlineStart: `${(lane / lanes) * 100}%`,
                    inlineSize: `calc(${100 / lanes}% - 2px)`,
                  }}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

interface GridItemProps {
  booking: BookingItem
  onOpen: (sessionId: string) => void
  place?: CSSProperties
}

function GridItem({ booking, onOpen, place }: GridItemProps) {
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
        {booking.time !== undefined && <BookingTime booking={booking} />}
        <b>
          <bdi>{name}</bdi>
        </b>
        <span dir="auto">{booking.summary}</span>
        <VisuallyHidden>{say(`decision.${booking.decision ?? 'none'}`)}</VisuallyHidden>
      </button>
    </li>
  )
}

interface Placed {
  booking: BookingItem
  lane: number
  /** How many stand beside each other at that time. */
  lanes: number
}

/** Bookings that overlap stand beside each other. */
export function placeBookings(items: readonly BookingItem[]): Placed[] {
  const timed = items
    .flatMap((booking) =>
      booking.time === undefined ? [] : [{ booking, start: minutesOf(booking.time) }],
    )
    .toSorted((one, other) => one.start - other.start)
  const placed: (Placed & { group: number })[] = []
  const lanesOf = new Map<number, number>()
  let ends: number[] = []
  let group = 0
  for (const { booking, start } of timed) {
    if (ends.every((end) => end <= start)) {
      ends = []
      group += 1
    }
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = start + minutesFor(booking)
    lanesOf.set(group, Math.max(lanesOf.get(group) ?? 0, ends.length))
    placed.push({ booking, lane, lanes: 1, group })
  }
  return placed.map(({ group: of, ...one }) => ({ ...one, lanes: lanesOf.get(of) ?? 1 }))
}
