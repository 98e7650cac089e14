import { Button, Notice, SelectField } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'

import { useWords } from '../words/words.ts'
import { isUsable, templatesQuery } from './templates.queries.ts'

interface NudgeFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  /** What is saved, and what is chosen here: on the list whatever became of them at the provider. */
  kept: readonly string[]
}

/** Which template announces an answer that waits for a closed window. */
export function NudgeField({ kept, ...field }: NudgeFieldProps) {
  const say = useWords()
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery())
  // One name in several languages is one choice.
  const usable = new Map(data?.filter(isUsable).map(({ name, body }) => [name, body]))
  const names = new Set([...kept.filter((name) => name !== ''), ...usable.keys()])
  const labelOf = (name: string) => {
    const body = usable.get(name)
    if (body !== undefined) return `${name} · ${body}`
    return data === undefined ? name : say('notUsable', { name })
  }
  const hint =
    data !== undefined && usable.size === 0 ? say('noTemplates') : say('nudgeTemplateHint')
  return (
    <>
      <SelectField label={say('nudgeTemplate')} hint={hint} {...field}>
        <option value="">{say('noNudge')}</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
      </SelectField>
      {isError && (
        <Notice
          tone="warning"
          role="alert"
          actions={
            <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
              {say('retry')}
            </Button>
          }
        >
          {say('templatesLost')}
        </Notice>
      )}
    </>
  )
}
