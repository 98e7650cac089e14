import {
  type UpdateSettingsInput,
  updateSettingsResponseSchema,
  type User,
} from '@errand/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { userMessage } from './api-error.ts'
import { api } from './api.ts'
import { type DraftedForm, useFormDraft } from './form-draft.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './session.ts'

/** Saves a part of the owner's profile and settings; what is not given stays as it is. */
export async function saveSettings(input: UpdateSettingsInput): Promise<User> {
  const answer = api.put('auth/settings', { json: input })
  const { user } = await answer.json(updateSettingsResponseSchema)
  queryClient.setQueryData(profileQuery().queryKey, user)
  return user
}

/** What is never kept in the browser. */
const secrets = new Set(['password', 'accessToken', 'appSecret'])

interface SettingsFormOptions<Values> {
  /** Tells its draft from those of other forms. */
  id: string
  user: User
  /** What the form is filled with, in the shape that is sent. */
  valuesOf: (user: User) => Values
  form: DraftedForm<Values> & { getValues: () => Values }
  /** Shows a refusal at its fields, and says whether it could. */
  showErrors: (error: Error) => boolean
  onSaved: () => void
}

/**
 * A form over a part of the settings. What is saved elsewhere comes in under what was typed, and
 * only what was typed is sent: so two tabs never overwrite more than what both changed.
 */
export function useSettingsForm<Values extends UpdateSettingsInput>(
  options: SettingsFormOptions<Values>,
) {
  const { id, user, valuesOf, form, showErrors, onSaved } = options
  // What the form was filled from.
  const base = useRef(user)
  const [failure, setFailure] = useState<string>()
  const saved = () => valuesOf(base.current)
  const { draft, keep, forget } = useFormDraft<Values, Values>({
    name: `settings:${id}`,
    form,
    secrets,
    getBase: saved,
    restore: (found) => typedOver(found.values, found.base, valuesOf(user)),
  })
  const reset = (values: Values) => {
    // A value that is undefined leaves its field as it is: what was typed as a secret would stay.
    form.reset(withoutSecrets(values), { keepFieldsRef: true })
    form.reset(values)
  }
  const fillFrom = (to: User, from: Values) => {
    const next = valuesOf(to)
    const values = typedOver(form.getValues(), from, next)
    base.current = to
    reset(next)
    if (isSame(values, next)) return forget()
    form.reset(values, { keepDefaultValues: true })
    return keep({ base: next, values })
  }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ input }: { input: Values; typed: Values }) => {
      setFailure(undefined)
      return saveSettings(typedOver<UpdateSettingsInput>(input, saved(), undefined) ?? {})
    },
    onSuccess: (answer, { typed }) => {
      fillFrom(answer, typed)
      onSaved()
    },
    onError: (error) => {
      if (!showErrors(error)) setFailure(userMessage(error))
    },
  })
  const follow = useEffectEvent((to: User, isSaving: boolean) => {
    // The answer to what is being saved comes by itself; an older copy may come late.
    if (isSaving || to.settings.version <= base.current.settings.version) return
    if (isSame(valuesOf(to), saved())) base.current = to
    else fillFrom(to, saved())
  })
  useEffect(() => follow(user, isPending), [user, isPending])
  return {
    save: (input: Values) => mutate({ input, typed: structuredClone(form.getValues()) }),
    isSaving: isPending,
    failure,
    /** Whether what was typed before is back. */
    isBack: draft !== undefined,
    discard: () => {
      reset(saved())
      forget()
    },
  }
}

type Group = Record<string, unknown>

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The same with empty fields for secrets. */
const withoutSecrets = <T>(value: T): T =>
  isGroup(value)
    ? (Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          secrets.has(name) ? '' : withoutSecrets(one),
        ]),
      ) as T)
    : value

/** The api takes both ends or none. */
const wholes = new Set(['quietHours'])

/** What was typed, over what is saved: kept is what differs from where the typing began. */
function typedOver<T>(typed: T, base: unknown, saved: unknown): T {
  if (isSame(typed, base)) return saved as T
  if (!isGroup(typed) || !isGroup(base)) return typed
  const under = isGroup(saved) ? saved : {}
  const names = [...new Set([...Object.keys(under), ...Object.keys(typed)])]
  return Object.fromEntries(
    names.map((name) => {
      const isWhole = wholes.has(name) && !isSame(typed[name], base[name])
      const value = isWhole ? typed[name] : typedOver(typed[name], base[name], under[name])
      return [name, value]
    }),
  ) as T
}
