import type { UpdateSettingsInput } from '@errand/contract/auth'
import { Button, Switch, useSettings } from '@errand/shared-ui'
import { useId } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'

import { fieldError } from '../form/field-error.ts'
import { useWords } from '../words/words.ts'
import { dayName } from './day-name.ts'
import styles from './week-grid.module.css'

const path = 'settings.business.hours.days'

interface WeekGridProps {
  form: UseFormReturn<UpdateSettingsInput>
}

/** The hours of each day of the week, in the order in which its week begins. */
export function WeekGrid({ form }: WeekGridProps) {
  const { locale } = useSettings()
  const say = useWords()
  const days = useWatch({ control: form.control, name: path }) ?? []
  const first = firstDayOf(locale)
  const order = days.toSorted((a, b) => ((a.day - first + 7) % 7) - ((b.day - first + 7) % 7))
  const copy = (from: number) => {
    const source = days[from]
    if (source === undefined) return
    const { open, from: begin, to } = source
    form.setValue(
      path,
      days.map(({ day }) => ({ day, open, from: begin, to })),
      { shouldDirty: true },
    )
  }
  return (
    <fieldset className={styles['week']}>
      <legend>{say('week')}</legend>
      {order.map(({ day }) => {
        const index = days.findIndex((each) => each.day === day)
        return (
          <DayRow
            key={day}
            name={dayName(day, locale)}
            onCopy={() => copy(index)}
            {...{ form, index }}
          />
        )
      })}
    </fieldset>
  )
}

interface DayRowProps extends WeekGridProps {
  index: number
  name: string
  onCopy: () => void
}

function DayRow({ form, index, name, onCopy }: DayRowProps) {
  const say = useWords()
  const { register, control, formState } = form
  const isOpen = useWatch({ control, name: `${path}.${index}.open` })
  const problem = formState.errors.settings?.business?.hours?.days?.[index]
  const error = fieldError(problem?.to ?? problem?.from, say('hoursError'))
  const errorId = useId()
  const described = error === undefined ? {} : { 'aria-describedby': errorId }
  return (
    <div className={styles['day']}>
      <Switch label={name} {...register(`${path}.${index}.open`)} />
      {isOpen ? (
        <span className={styles['times']}>
          <input
            type="time"
            dir="ltr"
            aria-label={say('opensAt', { day: name })}
            {...described}
            {...register(`${path}.${index}.from`)}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            dir="ltr"
            aria-label={say('closesAt', { day: name })}
            aria-invalid={error !== undefined}
            {...described}
            {...register(`${path}.${index}.to`)}
          />
        </span>
      ) : (
        <span className={styles['closed']}>{say('closed')}</span>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={say('copyDayLabel', { day: name })}
        onClick={onCopy}
      >
        {say('copyDay')}
      </Button>
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  )
}

interface WeekInfo {
  firstDay: number
}

/** As JavaScript counts days: Sunday is 0. Monday where the browser does not know. */
function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo }
  return (info.getWeekInfo?.().firstDay ?? 1) % 7
}
