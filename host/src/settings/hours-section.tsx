import { isoDayOf } from '@errand/contract/iso-time'
import {
  Button,
  DateField,
  IconButton,
  readNow,
  Switch,
  TextField,
  useSettings,
} from '@errand/shared-ui'
import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'

import styles from './hours-section.module.css'
import {
  type Section,
  SectionCard,
  type SectionForm,
  type SectionProps,
  useSectionForm,
} from './section-form.tsx'
import { Rows, setting } from './setting-row.tsx'
import { useWords } from './words/words.ts'

const section: Section = {
  id: 'hours',
  names: ['settings.business.hours'],
}

const areKept = setting('switch', 'settings.business.hours.enabled', 'keepHours')
const awayMessage = setting('long', 'settings.business.hours.awayMessage', 'awayMessage', {
  rows: 3,
})

/** Opening hours, and the message outside of them. */
export function HoursSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  return (
    <SectionCard title={say('hours')} description={say('hoursHint')} state={state}>
      <Rows rows={[areKept]} {...{ state, user }} />
      <WeekGrid state={state} />
      <ClosedDates state={state} timeZone={user.settings.business.timeZone} />
      <Rows rows={[awayMessage]} {...{ state, user }} />
    </SectionCard>
  )
}

const daysPath = 'settings.business.hours.days'

interface WeekGridProps {
  state: SectionForm
}

/** The opening hours of each weekday, in the order of the locale's week. */
function WeekGrid({ state }: WeekGridProps) {
  const { form } = state
  const { locale } = useSettings()
  const say = useWords()
  const days = useWatch({ control: form.control, name: daysPath }) ?? []
  const first = firstDayOf(locale)
  const order = days.toSorted((a, b) => ((a.day - first + 7) % 7) - ((b.day - first + 7) % 7))
  const copy = (from: number) => {
    const source = days[from]
    if (source === undefined) return
    const { open, from: begin, to, pause } = source
    form.setValue(
      daysPath,
      // A break that nobody has had needs no `null` to end it.
      days.map((each) => ({
        day: each.day,
        open,
        from: begin,
        to,
        pause: pause ?? (each.pause && null),
      })),
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
            {...{ state, index }}
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

function DayRow({ state, index, name, onCopy }: DayRowProps) {
  const say = useWords()
  const { register, control } = state.form
  const isOpen = useWatch({ control, name: `${daysPath}.${index}.open` })
  const error = errorOfEnds(state, `${daysPath}.${index}`, say('hoursError'))
  const errorId = useId()
  const described = error === undefined ? {} : { 'aria-describedby': errorId }
  return (
    <div className={styles['day']}>
      <Switch label={name} {...register(`${daysPath}.${index}.open`)} />
      {isOpen ? (
        <div className={styles['open']}>
          <span className={styles['times']}>
            <input
              type="time"
              dir="ltr"
              aria-label={say('opensAt', { day: name })}
              {...described}
              {...register(`${daysPath}.${index}.from`)}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              dir="ltr"
              aria-label={say('closesAt', { day: name })}
              aria-invalid={error !== undefined}
              {...described}
              {...register(`${daysPath}.${index}.to`)}
            />
          </span>
          <DayBreak {...{ state, index, name }} />
        </div>
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

/** What a break is at first. */
const usualBreak = { from: '13:00', to: '16:00' }

/** The break of a day, and the button that adds it or removes it, which keeps the focus. */
function DayBreak({ state, index, name }: Omit<DayRowProps, 'onCopy'>) {
  const say = useWords()
  const { register, control, setValue } = state.form
  const path = `${daysPath}.${index}.pause` as const
  const hasBreak = useWatch({ control, name: path }) != null
  const error = errorOfEnds(state, path, say('breakError'))
  const errorId = useId()
  const ends = error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': errorId }
  const toggle = () => setValue(path, hasBreak ? null : usualBreak, { shouldDirty: true })
  return (
    <>
      {hasBreak && (
        <span className={styles['times']}>
          <span aria-hidden="true" className={styles['closed']}>
            {say('break')}
          </span>
          <input
            type="time"
            dir="ltr"
            aria-label={say('breakFrom', { day: name })}
            {...ends}
            {...register(`${path}.from`)}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            dir="ltr"
            aria-label={say('breakTo', { day: name })}
            {...ends}
            {...register(`${path}.to`)}
          />
        </span>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={say(hasBreak ? 'removeBreakLabel' : 'addBreakLabel', { day: name })}
        onClick={toggle}
      >
        {say(hasBreak ? 'removeBreak' : 'addBreak')}
      </Button>
      {hasBreak && error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </>
  )
}

/** The error of a time's end, or else of its start. */
const errorOfEnds = (
  { errorOf }: SectionForm,
  path: `${typeof daysPath | typeof datesPath}.${number}` | `${typeof daysPath}.${number}.pause`,
  ours: string,
) => errorOf(`${path}.to`, ours) ?? errorOf(`${path}.from`, ours)

interface WeekInfo {
  firstDay: number
}

/**
 * The first day of the week, 0 for Sunday as in JavaScript; Monday where the browser does not know.
 */
function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo }
  return (info.getWeekInfo?.().firstDay ?? 1) % 7
}

const datesPath = 'settings.business.hours.closedDates'

interface ClosedDatesProps {
  state: SectionForm
  /** The time zone of the business, in which the dates count. */
  timeZone: string
}

/** Dates on which the business is closed in spite of its weekly hours. */
function ClosedDates({ state, timeZone }: ClosedDatesProps) {
  const say = useWords()
  const { register, control } = state.form
  const { fields, append, remove } = useFieldArray({ control, name: datesPath })
  const addToday = () => {
    const today = isoDayOf(readNow(), timeZone)
    append({ from: today, to: today, label: '' })
  }
  return (
    <fieldset className={styles['dates']}>
      <legend>{say('holidays')}</legend>
      {fields.length === 0 && <p className={styles['none']}>{say('noHolidays')}</p>}
      {fields.map((field, index) => (
        <div key={field.id} className={styles['row']}>
          <DateField label={say('firstDay')} {...register(`${datesPath}.${index}.from`)} />
          <DateField
            label={say('lastDay')}
            error={errorOfEnds(state, `${datesPath}.${index}`, say('datesError'))}
            {...register(`${datesPath}.${index}.to`)}
          />
          <TextField
            label={say('occasion')}
            maxLength={60}
            {...register(`${datesPath}.${index}.label`)}
          />
          <IconButton
            label={say('removeHoliday', { number: index + 1 })}
            icon={<Trash2 size={16} />}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <Button size="small" icon={<Plus size={16} aria-hidden="true" />} onClick={addToday}>
        {say('addHoliday')}
      </Button>
    </fieldset>
  )
}

/** The name of a weekday, 0 for Sunday; 1 January 2023 was one. */
const dayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 1 + day),
  )
