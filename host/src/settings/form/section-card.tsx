import { Button, Card, Form, FormActions, Notice, useFormats } from '@errand/shared-ui'
import { useEffect, type ReactNode } from 'react'

import { useWords } from '../words/words.ts'
import type { SectionForm } from './use-section-form.ts'

interface SectionCardProps {
  title: string
  description?: ReactNode
  state: SectionForm
  children: ReactNode
  /** Beside Save, such as a test. */
  actions?: ReactNode
}

/** One section of the settings: its fields, its own Save, and what became of it. */
export function SectionCard(props: SectionCardProps) {
  const { title, description, state, children, actions } = props
  const say = useWords()
  useUnsavedWarning(state.isDirty)
  return (
    <Card title={title} description={description}>
      <Form onSubmit={(event) => void state.submit(event)} aria-label={title}>
        {state.isBack && state.isDirty && (
          <Notice
            actions={
              <Button size="small" onClick={state.discard}>
                {say('discard')}
              </Button>
            }
          >
            {say('draftBack')}
          </Notice>
        )}
        {children}
        {state.failure !== undefined && (
          <Notice tone="danger" role="alert">
            {state.failure}
          </Notice>
        )}
        <FormActions status={<SaveStatus state={state} />}>
          <Button type="submit" variant="primary" isBusy={state.isSaving}>
            {say('save')}
          </Button>
          {actions}
        </FormActions>
      </Form>
    </Card>
  )
}

function SaveStatus({ state: { isDirty, savedAt } }: { state: SectionForm }) {
  const say = useWords()
  const formats = useFormats()
  if (isDirty) return say('notSaved')
  return savedAt === undefined ? null : say('savedAt', { time: formats.time(savedAt) })
}

/** Closing the tab asks first; a draft would be gone with it. */
function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}
