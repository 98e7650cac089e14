import { Notice } from '@errand/shared-ui'
import { memo, useDeferredValue, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import type { FieldValues } from '../job-draft/field-values.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import styles from './fields-builder.module.css'
import { lintFields, type FieldAdvice } from './lint-fields.ts'
import { useWords } from './words/words.ts'

/** What is wrong or unwise about the fields, while they are written. */
export function FieldsAdvice({ onOpen }: { onOpen: (index: number) => void }) {
  const { control } = useFormContext<JobFormValues>()
  // Typing goes first: advice may come a moment later.
  const fields = useDeferredValue(useWatch({ control, name: 'fields' }))
  return <Advice fields={fields} onOpen={onOpen} />
}

interface AdviceProps {
  fields: readonly FieldValues[]
  onOpen: (index: number) => void
}

const Advice = memo(function Advice({ fields, onOpen }: AdviceProps) {
  const found = useMemo(() => lintFields(fields), [fields])
  const problems = found.filter(({ kind }) => kind === 'problem')
  const advice = found.filter(({ kind }) => kind === 'advice')
  return (
    <>
      {problems.length > 0 && <AdviceList tone="danger" found={problems} onOpen={onOpen} />}
      {advice.length > 0 && <AdviceList tone="warning" found={advice} onOpen={onOpen} />}
    </>
  )
})

interface AdviceListProps {
  tone: 'danger' | 'warning'
  found: readonly FieldAdvice[]
  onOpen: (index: number) => void
}

function AdviceList({ tone, found, onOpen }: AdviceListProps) {
  const say = useWords()
  return (
    <Notice tone={tone} role="status">
      <ul className={styles['advice']} aria-label={say('advice')}>
        {found.map(({ index, text, values }) => {
          // The catalogue's types follow each text; which one it is, is known at run time only.
          const words = (say as (key: string, values: object) => string)(text, values)
          return (
            <li key={words}>
              {index === undefined ? (
                words
              ) : (
                <button type="button" onClick={() => onOpen(index)}>
                  {words}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}
