import { formDataStatuses } from '@errand/contract/chats/form-data'
import { DateField, SelectField, Toolbar } from '@errand/shared-ui'
import type { ReactNode } from 'react'

import { useWords } from '../words/words.ts'
import type { FormFilter } from './form-filter.ts'

interface FormFiltersProps {
  filter: FormFilter
  onChange: (part: Partial<FormFilter>) => void
  end: ReactNode
}

/** What the answers are narrowed to. */
export function FormFilters({ filter, onChange, end }: FormFiltersProps) {
  const say = useWords()
  return (
    <Toolbar end={end}>
      <SelectField
        label={say('status')}
        value={filter.status}
        onChange={({ target }) =>
          onChange({ status: formDataStatuses.find((one) => one === target.value) ?? '' })
        }
      >
        <option value="">{say('answeredAtAll')}</option>
        {formDataStatuses.map((status) => (
          <option key={status} value={status}>
            {say(`answers.${status}`)}
          </option>
        ))}
      </SelectField>
      <DateField
        label={say('from')}
        value={filter.from}
        max={filter.to}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <DateField
        label={say('to')}
        value={filter.to}
        min={filter.from}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </Toolbar>
  )
}
