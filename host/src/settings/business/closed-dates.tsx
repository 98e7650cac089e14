import type { UpdateSettingsInput } from '@errand/contract/auth'
import { Button, DateField, IconButton, readNow, TextField } from '@errand/shared-ui'
import { Plus, Trash2 } from 'lucide-react'
import {
  useFieldArray,
  type Control,
  type FieldError,
  type FieldErrors,
  type UseFormRegister,
} from 'react-hook-form'

import { fieldError } from '../form/field-error.ts'
import { useWords } from '../words/words.ts'
import styles from './closed-dates.module.css'

const path = 'settings.business.hours.closedDates'

interface ClosedDatesProps {
  control: Control<UpdateSettingsInput>
  register: UseFormRegister<UpdateSettingsInput>
  errors:
    | Partial<Record<number, FieldErrors<{ from: string; to: string; label: string }>>>
    | undefined
  /** Of the business: where it is another day than here, that one counts. */
  timeZone: string
}

/** Days on which the shop stays closed, whatever the week says. */
export function ClosedDates({ control, register, errors, timeZone }: ClosedDatesProps) {
  const say = useWords()
  const { fields, append, remove } = useFieldArray({ control, name: path })
  const addToday = () => {
    // As ISO writes it, on the calendar of the shop.
    const today = new Date(readNow()).toLocaleDateString('en-CA', { timeZone })
    append({ from: today, to: today, label: '' })
  }
  const errorOf = (index: number): FieldError | undefined =>
    errors?.[index]?.to ?? errors?.[index]?.from
  return (
    <fieldset className={styles['dates']}>
      <legend>{say('holidays')}</legend>
      {fields.length === 0 && <p className={styles['none']}>{say('noHolidays')}</p>}
      {fields.map((field, index) => (
        <div key={field.id} className={styles['row']}>
          <DateField label={say('firstDay')} {...register(`${path}.${index}.from`)} />
          <DateField
            label={say('lastDay')}
            error={fieldError(errorOf(index), say('datesError'))}
            {...register(`${path}.${index}.to`)}
          />
          <TextField
            label={say('occasion')}
            maxLength={60}
            {...register(`${path}.${index}.label`)}
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
