import type { JobFieldType } from '@errand/contract/job-field'
import { DateField, FieldRow, NumberField, TextField } from '@errand/shared-ui'
import { useController, useFormContext, useFormState } from 'react-hook-form'

import { ChipInput } from '../inputs/chip-input.tsx'
import { limitsOf, type LimitName } from '../job-draft/field-limits.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from './words/words.ts'

interface LimitsEditorProps {
  index: number
  type: JobFieldType
}

/** What an answer has to keep to; each type has limits of its own. */
export function LimitsEditor({ index, type }: LimitsEditorProps) {
  const names = limitsOf[type]
  if (names.length === 0) return null
  return (
    <FieldRow>
      {names.map((name) =>
        name === 'mimeTypes' ? (
          <FileKinds key={name} index={index} />
        ) : (
          <Limit key={name} index={index} name={name} />
        ),
      )}
    </FieldRow>
  )
}

const dates = new Set<LimitName>(['minDate', 'maxDate'])
const texts = new Set<LimitName>(['pattern', 'patternMessage', 'currency'])
const hints = { pattern: 'patternHint', currency: 'currencyHint' } as const

function Limit({ index, name }: { index: number; name: Exclude<LimitName, 'mimeTypes'> }) {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const { errors } = useFormState<JobFormValues>({ name: `fields.${index}` })
  const Control = dates.has(name) ? DateField : texts.has(name) ? TextField : NumberField
  const hint = name === 'pattern' || name === 'currency' ? say(hints[name]) : undefined
  return (
    <Control
      label={say(name)}
      {...(hint !== undefined && { hint })}
      {...(name === 'maxMegabytes' && { end: say('megabytes') })}
      {...((name === 'pattern' || name === 'currency') && {
        dir: 'ltr',
        spellCheck: false,
        autoCapitalize: name === 'currency' ? 'characters' : 'none',
      })}
      error={errors.fields?.[index]?.limits?.[name]?.message}
      {...register(`fields.${index}.limits.${name}`)}
    />
  )
}

function FileKinds({ index }: { index: number }) {
  const say = useWords()
  const { field } = useController<JobFormValues, `fields.${number}.limits.mimeTypes`>({
    name: `fields.${index}.limits.mimeTypes`,
  })
  return (
    <ChipInput
      label={say('mimeTypes')}
      hint={say('mimeTypesHint')}
      dir="ltr"
      values={field.value}
      limit={20}
      maxLength={100}
      onChange={field.onChange}
    />
  )
}
