import { Button, IconButton, isComposing, TextField } from '@errand/shared-ui'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { ChipsField, useControls } from '../inputs/controls.tsx'
import { emptyOption, freeFieldKey } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { useFocusAfterRemoval } from '../pane/focus.ts'
import styles from './field-editor.module.css'

const maxOptions = 30

/** The options that a contact can choose from. */
export function OptionsEditor({ field }: { field: number }) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const name = `fields.${field}.options` as const
  const { fields: options, append, remove } = useFieldArray({ control, name, keyName: 'rowId' })
  const { list, adder, focusAfter } = useFocusAfterRemoval<HTMLButtonElement>('input[name]')
  const removeAt = (index: number) => {
    remove(index)
    focusAfter(index)
  }
  const add = () => append(emptyOption, { focusName: `${name}.${options.length}.label` })
  return (
    <div ref={list} className={styles['options']} role="group" aria-label={say('options')}>
      {options.map(({ rowId }, index) => (
        <OptionRow
          key={rowId}
          {...{ field, index }}
          onRemove={() => removeAt(index)}
          onEnter={add}
        />
      ))}
      <div>
        <Button
          ref={adder}
          size="small"
          icon={<Plus size={16} aria-hidden />}
          disabled={options.length >= maxOptions}
          onClick={add}
        >
          {say('addOption')}
        </Button>
      </div>
    </div>
  )
}

interface OptionRowProps {
  field: number
  index: number
  onRemove: () => void
  onEnter: () => void
}

function OptionRow({ field, index, onRemove, onEnter }: OptionRowProps) {
  const say = useWords()
  const { getValues, setValue } = useFormContext<JobFormValues>()
  const list = `fields.${field}.options` as const
  const name = `${list}.${index}` as const
  const bind = useControls(name)
  const { error: valueError } = bind(`${name}.value`)
  const [hasSynonyms, setHasSynonyms] = useState(() => getValues(`${name}.synonyms`).length > 0)
  const option = getValues(`${name}.label`) || say('option', { number: index + 1 })
  const followLabel = () => {
    const all = getValues(list)
    if (all[index]?.isValueFromLabel !== true) return
    const taken = all.filter((_other, at) => at !== index).map(({ value }) => value)
    const text = all[index]?.label ?? ''
    setValue(`${name}.value`, text === '' ? '' : freeFieldKey(text, taken))
  }
  const { error = valueError, ...label } = bind(`${name}.label`, { onChange: followLabel })
  return (
    <div className={styles['option']}>
      <TextField
        label={say('option', { number: index + 1 })}
        error={error}
        {...label}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          onEnter()
        }}
      />
      <span className={styles['optionTools']}>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={hasSynonyms}
          aria-label={say('moreWordsOf', { option })}
          onClick={() => setHasSynonyms(!hasSynonyms)}
        >
          {say('moreWords')}
        </Button>
        <IconButton
          size="small"
          label={say('removeOption', { number: index + 1 })}
          icon={<Trash2 size={16} aria-hidden />}
          onClick={onRemove}
        />
      </span>
      {hasSynonyms && (
        <div className={styles['synonyms']}>
          <ChipsField
            name={`${name}.synonyms`}
            label={say('synonyms', { option })}
            hint={say('synonymsHint')}
            limit={20}
            maxLength={60}
          />
        </div>
      )}
    </div>
  )
}
