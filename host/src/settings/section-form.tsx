import { type UpdateSettingsInput, updateSettingsSchema, type User } from '@errand/contract/auth'
import { useSettingsForm } from '@errand/shared-auth'
import {
  Button,
  Card,
  ChangedElsewhere,
  Form,
  FormActions,
  Notice,
  readNow,
  showFieldErrors,
  useFormats,
} from '@errand/shared-ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, type RegisterOptions, useForm } from 'react-hook-form'

import { useWords } from './words/words.ts'

/** One part of the settings, which is saved by itself. */
export interface Section {
  /** Also its address: `/settings#business`. */
  id: string
  /** What the form is filled with, in the shape that is sent: so what is refused finds its field. */
  valuesOf: (user: User) => UpdateSettingsInput
}

/** What every section is given. */
export interface SectionProps {
  user: User
}

type FieldName = FieldPath<UpdateSettingsInput>

/** The form of one section. */
export function useSectionForm({ id, valuesOf }: Section, user: User) {
  const [savedAt, setSavedAt] = useState<Date>()
  const form = useForm<UpdateSettingsInput>({
    resolver: zodResolver(updateSettingsSchema),
    defaultValues: valuesOf(user),
  })
  const { isDirty } = form.formState
  const { save, ...state } = useSettingsForm({
    id,
    user,
    valuesOf,
    form,
    showErrors: (error) => showFieldErrors(error, form),
    onSaved: () => setSavedAt(new Date(readNow())),
  })
  const submit = (event: FormEvent) => form.handleSubmit((input) => save(input))(event)
  /** The api's own sentence, or ours for what this page refuses by itself. */
  const errorOf = (name: FieldName, ours: string): string | undefined => {
    const { error } = form.getFieldState(name, form.formState)
    return error?.type === 'server' ? error.message : error && ours
  }
  /** What a field is bound by, and what is wrong with it. */
  const field = <Name extends FieldName>(
    name: Name,
    ours: string,
    options?: RegisterOptions<UpdateSettingsInput, Name>,
  ) => ({ ...form.register(name, options), error: errorOf(name, ours) })
  return { ...state, form, field, errorOf, submit, isDirty, savedAt }
}

export type SectionForm = ReturnType<typeof useSectionForm>

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
  const status = useSaveStatus(state)
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
        <SaveOutcome state={state} />
        <FormActions status={status}>
          <Button type="submit" variant="primary" isBusy={state.isSaving}>
            {say('save')}
          </Button>
          {actions}
        </FormActions>
      </Form>
    </Card>
  )
}

/** Why it is not saved, and what can be done about it. */
function SaveOutcome({ state: { conflict, failure } }: { state: SectionForm }) {
  if (conflict !== undefined) {
    return <ChangedElsewhere {...conflict} isRefused={failure !== undefined} />
  }
  if (failure === undefined) return null
  return (
    <Notice tone="danger" role="alert">
      {failure}
    </Notice>
  )
}

function useSaveStatus({ isDirty, savedAt }: SectionForm): string | undefined {
  const say = useWords()
  const formats = useFormats()
  if (isDirty) return say('notSaved')
  return savedAt === undefined ? undefined : say('savedAt', { time: formats.time(savedAt) })
}

/** Closing the tab asks first; a draft would be gone with it. */
function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeave)
    return () => window.removeEventListener('beforeunload', confirmLeave)
  }, [isDirty])
}
