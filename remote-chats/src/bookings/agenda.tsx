import type { BookingItem } from '@errand/contract/chats/bookings'
import { contactName } from '@errand/contract/visible-text'
import { useFormats } from '@errand/shared-ui'

import { ContactRequest, BookingState, BookingTools } from '../chat/answers/booking-tools.tsx'
import {
  addDays,
  clockOf,
  formatClock,
  formatDay,
  formatSpan,
  listDays,
  longDay,
} from '../data/days.ts'
import { useWords } from '../words/words.ts'
import styles from './bookings.module.css'
import { isAllDay, isOnDay, lastDayOf, minutesOn } from './spans.ts'

interface AgendaProps {
  /** The days that are shown. */
  days: readonly string[]
  items: readonly BookingItem[]
  today: string
  onOpen: (sessionId: string) => void
}

/** Bookings as a list, by day; one of several days is in it on each. */
export function Agenda({ days, items, today, onOpen }: AgendaProps) {
  const dayTitle = useDayTitle(today)
  const [first = ''] = days
  return days.map((day) => {
    const bookings = items.filter((booking) => isOnDay(booking, day))
    if (bookings.length === 0) return null
    return (
      <section key={day} aria-labelledby={`day-${day}`} className={styles['day']}>
        <h2 id={`day-${day}`}>{dayTitle(day)}</h2>
        <ul>
          {bookings.map((booking) => (
            <AgendaRow
              key={booking.id}
              {...{ booking, day, onOpen }}
              isFirst={day === booking.day || day === first}
            />
          ))}
        </ul>
      </section>
    )
  })
}

/** `Today`, `Tomorrow`, or the day with its weekday. */
function useDayTitle(today: string) {
  const say = useWords()
  const formats = useFormats()
  return (day: string): string => {
    const date = formatDay(day, formats, longDay)
    if (day === today) return say('todayIs', { date })
    return day === addDays(today, 1) ? say('tomorrowIs', { date }) : date
  }
}

interface AgendaRowProps {
  booking: BookingItem
  day: string
  /** The first of the days shown that the booking is on; the others are short. */
  isFirst: boolean
  onOpen: (sessionId: string) => void
}

function AgendaRow({ booking, day, isFirst, onOpen }: AgendaRowProps) {
  const { contact, jobName, sessionId, summary, decision } = booking
  const name = contactName(contact)
  return (
    <li className={styles['booking']} data-decision={decision}>
      <BookingTime {...{ booking, day }} />
      <div className={styles['what']}>
        <button type="button" className={styles['open']} onClick={() => onOpen(sessionId)}>
          <bdi>{name}</bdi>
        </button>
        {isFirst && (
          <>
            <BookingEnd booking={booking} />
            <p className={styles['summary']}>
              <bdi>{summary}</bdi>
            </p>
            <ContactRequest {...booking} />
          </>
        )}
      </div>
      <span className={styles['job']}>
        <bdi>{jobName}</bdi>
      </span>
      {isFirst && (
        <span className={styles['decision']}>
          <BookingState decision={decision} />
          <BookingTools booking={{ ...booking, formDataId: booking.id, name }} />
        </span>
      )}
    </li>
  )
}

/** When a booking is on one of its days: from when, until when, or which of its days that is. */
export function BookingTime({ booking, day }: { booking: BookingItem; day: string }) {
  const say = useWords()
  const formats = useFormats()
  const { time, endTime } = booking
  const lastDay = lastDayOf(booking)
  const begins = day === booking.day
  const count = listDays({ from: booking.day, to: lastDay }).length
  const { end } = minutesOn(booking, day)
  const until = isAllDay(booking) || end === undefined ? endTime : clockOf(end)
  const text = () => {
    if (begins && time !== undefined) return formatClock(time, formats)
    if (!begins && day === lastDay && until !== undefined)
      return say('untilTime', { time: formatClock(until, formats) })
    if (count === 1) return say('allDay')
    const number = listDays({ from: booking.day, to: day }).length
    return say('dayOf', { number, count })
  }
  return (
    <time
      className={styles['time']}
      dateTime={begins && time !== undefined ? `${day}T${time}` : day}
    >
      {text()}
    </time>
  )
}

/** Both ends of a booking whose answers say the end. */
function BookingEnd({ booking }: { booking: BookingItem }) {
  const formats = useFormats()
  if (booking.endDay === undefined) return null
  return <p>{formatSpan(booking, formats)}</p>
}
