import { hasVisibleText } from '@errand/contract/visible-text'
import { classNames } from '@errand/shared-ui'
import { memo } from 'react'
import { useFormState, useWatch, type Control } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { FieldEditor } from './field-editor.tsx'
import { FieldLine, shownOf, type LineProps } from './field-line.tsx'
import styles from './field-row.module.css'
import { useIsOpen, type OpenedField } from './opened-field.ts'
import { useWords } from './words/words.ts'

interface FieldRowProps extends LineProps {
  /** Of the form around: what else changes there is none of a row's business. */
  control: Control<JobFormValues>
  opened: OpenedField
}

/** One field: a line that says what it is, and all about it once it is opened. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { control, opened, ...line } = props
  const { index } = line
  const say = useWords()
  const shown = useWatch({ control, name: `fields.${index}`, compute: shownOf })
  const { errors } = useFormState({ control, name: `fields.${index}` })
  const problems = Object.keys(errors.fields?.[index] ?? {}).length
  const isOpen = useIsOpen(opened, index)
  const { label } = shown
  const number = index + 1
  return (
    <div
      role="group"
      aria-label={
        hasVisibleText(label) ? say('fieldOf', { number, label }) : say('field', { number })
      }
      className={classNames(styles['field'], isOpen && styles['isOpen'])}
    >
      <FieldLine {...line} {...shown} {...{ problems, isOpen }} />
      {isOpen && <FieldEditor index={index} />}
    </div>
  )
})
