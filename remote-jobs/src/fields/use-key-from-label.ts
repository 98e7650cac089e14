import { useFormContext } from 'react-hook-form'

import { fieldKey } from '../job-draft/field-key.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'

/** Until somebody writes a key himself, it follows the label. */
export function useKeyFromLabel(index: number): () => void {
  const { getValues, setValue } = useFormContext<JobFormValues>()
  return () => {
    const fields = getValues('fields')
    const field = fields[index]
    if (field === undefined || !field.isKeyFromLabel) return
    const taken = fields.filter((_other, at) => at !== index).map(({ key }) => key)
    const key = field.label === '' ? '' : fieldKey(field.label, taken)
    setValue(`fields.${index}.key`, key, { shouldDirty: true })
  }
}
