import { hasBookingTime } from '@errand/contract/job-field'
import { FieldRow, NumberField, Switch } from '@errand/shared-ui'
import { useFormContext, useWatch } from 'react-hook-form'

import { useControls } from '../inputs/controls.tsx'
import { toField } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'

/** One after the other, half an hour each. */
const usualRules = { minutes: 30, capacity: 1 }

/** How many bookings fit at one time; only of a job that asks for a day and a time. */
export function BookingRules() {
  const say = useWords()
  const { control, setValue } = useFormContext<JobFormValues>()
  const bind = useControls('behaviour.booking')
  const [rules, fields] = useWatch({ control, name: ['behaviour.booking', 'fields'] })
  const isLimited = rules !== undefined
  const sent = fields.map((field, order) => toField(field, order, fields))
  if (!isLimited && !hasBookingTime(sent)) return null
  return (
    <>
      <Switch
        label={say('limitBookings')}
        hint={say('limitBookingsHint')}
        checked={isLimited}
        onChange={({ target }) =>
          setValue('behaviour.booking', target.checked ? usualRules : undefined, {
            shouldDirty: true,
          })
        }
      />
      {isLimited && (
        <FieldRow>
          <NumberField
            label={say('bookingMinutes')}
            {...bind('behaviour.booking.minutes', { valueAsNumber: true })}
          />
          <NumberField
            label={say('bookingCapacity')}
            {...bind('behaviour.booking.capacity', { valueAsNumber: true })}
          />
        </FieldRow>
      )}
    </>
  )
}
