import type { BookingItem } from '@errand/contract/chats/bookings'
import { contactName } from '@errand/contract/visible-text'
import { useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import { ContactRequest, BookingState, BookingTools } from './booking-tools.tsx'
import styles from './bookings.module.css'
import { addDays, formatClock, formatDay, longDay } from './days.ts'

interface AgendaProps {
  items: readonly BookingItem[]
  today: string
  onOpen: (sessionId: string) => void
}

/** Bookings as a list, by day. */
export function Agenda({ items, today, onOpen }: AgendaProps) {
  const dayTitle = useDayTitle(today)
  return [...Map.groupBy(items, ({ day }) => day)].map(([day, bookings]) => (
    <section key={day} aria-labelledby={`day-${day}`} className={styles['day']}>
      <h2 id={`day-${day}`}>{dayTitle(day)}</h2>
      <ul>
        {bookings.map((booking) => (
          <AgendaRow key={booking.id} {...{ booking, onOpen }} />
        ))}
      </ul>
    </section>
  ))
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
  onOpen: (sessionId: string) => void
}

function AgendaRow({ booking, onOpen }: AgendaRowProps) {
  const { contact, jobName, sessionId, summary, decision } = booking
  const name = contactName(contact)
  return (
    <li className={styles['booking']} data-decision={decision}>
      <BookingTime booking={booking} />
      <div className={styles['what']}>
        <button type="button" className={styles['open']} onClick={() => onOpen(sessionId)}>
          <bdi>{name}</bdi>
        </button>
        <p dir="auto">{summary}</p>
        <ContactRequest {...booking} />
      </div>
      <span className={styles['job']}>
        <bdi>{jobName}</bdi>
      </span>
      <span className={styles['decision']}>
        <BookingState decision={decision} />
        <BookingTools booking={{ ...booking, formDataId: booking.id, name }} />
      </span>
    </li>
  )
}

/** When on its day a booking is. */
export function BookingTime({ booking: { day, time } }: { booking: BookingItem }) {
  const say = useWords()
  const formats = useFormats()
  return (
    <time className={styles['time']} dateTime={time === undefined ? day : `${day}T${time}`}>
      {time === undefined ? say('allDay') : formatClock(time, formats)}
    </time>
  )
}
