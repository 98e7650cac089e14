import type { BookingAction, BookingItem } from '@errand/contract/chats/bookings'
import type { BookingDecision } from '@errand/contract/chats/form-data'
import { Badge, Button, IconButton, Menu, useFormats } from '@errand/shared-ui'
import { CalendarCheck, CalendarClock, CalendarX, Ellipsis } from 'lucide-react'
import { Suspense, lazy, useRef, useState } from 'react'

import { formatSpan } from '../../data/days.ts'
import { focusIfLost } from '../../shared/panes.ts'
import { useWords } from '../../words/words.ts'
import type { BookingOfChat } from './booking-message.tsx'
import styles from './booking-tools.module.css'

/** What a contact asks for: to cancel, or another time to which there is no yes so far. */
export function ContactRequest({
  cancelAskedAt,
  proposed,
}: Pick<BookingItem, 'cancelAskedAt' | 'proposed'>) {
  const say = useWords()
  const formats = useFormats()
  if (cancelAskedAt !== undefined) return <p className={styles['request']}>{say('asksToCancel')}</p>
  if (proposed === undefined) return null
  const when = formatSpan(proposed, formats)
  return <p className={styles['request']}>{say('asksFor', { when })}</p>
}

/** What the owner has decided about a booking; nothing where the button to confirm stands. */
export function BookingState({ decision }: { decision: BookingDecision | undefined }) {
  const say = useWords()
  if (decision === undefined) return null
  return (
    <Badge tone={decision === 'confirmed' ? 'success' : 'neutral'}>
      {say(`decision.${decision}`)}
    </Badge>
  )
}

const BookingDialog = lazy(async () => ({
  default: (await import('./booking-dialog.tsx')).BookingDialog,
}))

/** Confirms, moves or cancels a booking. */
export function BookingTools({ booking }: { booking: BookingOfChat }) {
  const say = useWords()
  const [action, setAction] = useState<BookingAction>()
  const tools = useRef<HTMLSpanElement>(null)
  const close = () => {
    setAction(undefined)
    // The button to confirm is gone once it is confirmed.
    const menu = () => tools.current?.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? null
    requestAnimationFrame(() => focusIfLost(menu()))
  }
  const { name, decision, cancelAskedAt } = booking
  const confirm = {
    label: say('booking.confirm'),
    icon: <CalendarCheck size={16} aria-hidden />,
    onSelect: () => setAction('confirm'),
  }
  return (
    <span ref={tools} className={styles['tools']}>
      {cancelAskedAt !== undefined && (
        <Button size="small" onClick={() => setAction('cancel')}>
          {say('booking.cancel')}
        </Button>
      )}
      {decision === undefined && cancelAskedAt === undefined && (
        <Button
          size="small"
          aria-label={say('confirmBookingOf', { name })}
          onClick={() => setAction('confirm')}
        >
          {say('booking.confirm')}
        </Button>
      )}
      <Menu
        label={say('bookingOf', { name })}
        entries={[
          ...(decision === 'confirmed' ? [] : [confirm]),
          {
            label: say('booking.move'),
            icon: <CalendarClock size={16} aria-hidden />,
            onSelect: () => setAction('move'),
          },
          {
            label: say('booking.cancel'),
            icon: <CalendarX size={16} aria-hidden />,
            tone: 'danger',
            isDisabled: decision === 'cancelled',
            onSelect: () => setAction('cancel'),
          },
        ]}
        trigger={
          <IconButton
            size="small"
            label={say('bookingOf', { name })}
            icon={<Ellipsis size={16} aria-hidden />}
          />
        }
      />
      {action !== undefined && (
        <Suspense fallback={null}>
          <BookingDialog {...{ booking, action }} onClose={close} />
        </Suspense>
      )}
    </span>
  )
}
