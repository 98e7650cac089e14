import { Button, Card } from '@errand/shared-ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { FieldEditor } from './field-editor.tsx'
import { emptyField, type JobFormValues } from './job-form-values.ts'
import styles from './job-form.module.css'

const limit = 30

/** The answers the job collects, in the order they are asked for. */
export function FieldsEditor() {
  const { control, getValues } = useFormContext<JobFormValues>()
  const { fields, append, remove, swap } = useFieldArray({
    control,
    name: 'fields',
    keyName: 'rowId',
  })
  const [announcement, setAnnouncement] = useState('')

  const nameOf = (index: number) => getValues(`fields.${index}.label`) || `Field ${index + 1}`
  const move = (from: number, to: number) => {
    setAnnouncement(`${nameOf(from)} is now number ${to + 1} of ${fields.length}`)
    swap(from, to)
  }
  return (
    <Card title="Fields">
      <p className={styles['hint']}>The assistant asks for these, one at a time.</p>
      {fields.map(({ rowId }, index) => (
        <FieldEditor
          key={rowId}
          index={index}
          isLast={index === fields.length - 1}
          onMove={(to) => move(index, to)}
          onRemove={() => {
            setAnnouncement(`${nameOf(index)} removed`)
            remove(index)
          }}
        />
      ))}
      <div>
        <Button
          icon={<Plus size={16} aria-hidden />}
          disabled={fields.length >= limit}
          onClick={() => append(emptyField, { focusName: `fields.${fields.length}.label` })}
        >
          Add field
        </Button>
      </div>
      <p role="status" className={styles['announcement']}>
        {announcement}
      </p>
    </Card>
  )
}
