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
import { type RegisterOptions, useForm } from 'react-hook-form'

import type { SettingName } from './limits.ts'
import { useWords } from './words/words.ts'

/** A section of the settings, which is saved on its own. */
export interface Section {
  /** Also its address: `/settings#business`. */
  id: string
  /** The settings that it changes. */
  names: readonly SettingName[]
  /** Adds what is always saved with the typed values. */
  complete?: (input: UpdateSettingsInput) => UpdateSettingsInput
}

/** The props of every section. */
export interface SectionProps {
  user: User
}

const same = (input: UpdateSettingsInput): UpdateSettingsInput => input

type Values = Record<string, unknown>

/** The settings of these names, in the shape in which they are sent, so that an error finds its field. */
function valuesOf(user: User, names: readonly SettingName[]): UpdateSettingsInput {
  const values: Values = {}
  for (const name of names) {
    const path = name.split('.')
    const last = path.pop() ?? ''
    let [from, to]: [Values, Values] = [{ ...user }, values]
    for (const member of path) {
      from = from[member] as Values
      to = (to[member] ??= {}) as Values
    }
    // A secret is never returned; `null` compares as unchanged in the form.
    to[last] = from[last] ?? null
  }
  return values
}

/** The form of one section. */
export function useSectionForm({ id, names, complete = same }: Section, user: User) {
  const [savedAt, setSavedAt] = useState<Date>()
  const form = useForm<UpdateSettingsInput>({
    resolver: zodResolver(updateSettingsSchema),
    defaultValues: valuesOf(user, names),
  })
  const { isDirty } = form.formState
  const { save, ...state } = useSettingsForm({
    id,
    user,
    valuesOf: (of) => valuesOf(of, names),
    form,
    showErrors: (error) => showFieldErrors(error, form),
    onSaved: () => setSavedAt(new Date(readNow())),
  })
  const submit = (event: FormEvent) => form.handleSubmit((input) => save(complete(input)))(event)
  /** The api's own message, or ours for errors that this page finds itself. */
  const errorOf = (name: SettingName, ours: string): string | undefined => {
    const { error } = form.getFieldState(name, form.formState)
    if (error?.type !== 'server') return error && ours
    // Below `notifications` a field is called `message` as well.
    return typeof error.message === 'string' ? error.message : ours
  }
  /** The props of a field, with its error. */
  const field = <Name extends SettingName>(
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
  /** Further buttons beside Save, such as a test. */
  actions?: ReactNode
  /** The names of what was saved last. */
  saved?: readonly string[]
}

/** The card of one section: its fields, Save, and the outcome. */
export function SectionCard(props: SectionCardProps) {
  const { title, description, state, children, actions, saved } = props
  const say = useWords()
  const status = useSaveStatus(state, saved)
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

/** Why the section was not saved, and what to do. */
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

function useSaveStatus(
  { isDirty, savedAt }: SectionForm,
  saved: readonly string[] = [],
): string | undefined {
  const say = useWords()
  const formats = useFormats()
  if (isDirty) return say('notSaved')
  if (savedAt === undefined) return undefined
  const time = formats.time(savedAt)
  return saved.length === 0
    ? say('savedAt', { time })
    : say('savedWhat', { time, what: formats.list(saved) })
}

/** Warns before the tab is closed with unsaved changes. */
function useUnsavedWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeave)
    return () => window.removeEventListener('beforeunload', confirmLeave)
  }, [isDirty])
}
