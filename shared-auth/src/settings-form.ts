import {
  type UpdateSettingsInput,
  updateSettingsCall,
  updateSettingsSchema,
  type User,
  userSchema,
} from '@errand/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { ApiError, isApiError, userMessage } from './api/api-error.ts'
import { callApi } from './api/call-api.ts'
import { type DraftedForm, useFormDraft } from './form-draft.ts'
import { profileQuery } from './profile.ts'
import { queryClient } from './session/session.ts'

/**
 * Saves a part of the owner's profile and settings; the rest stays as it is. It has one parameter
 * only, because a mutation passes a context of its own as the second.
 */
export const saveSettings = (input: UpdateSettingsInput): Promise<User> => saveVersion(input)

/** Refused with 412 when the settings have another version; without one the last change counts. */
async function saveVersion(body: UpdateSettingsInput, version?: number): Promise<User> {
  const { user } = await callApi(updateSettingsCall, { body, version })
  queryClient.setQueryData(profileQuery().queryKey, user)
  return user
}

/** The current settings in the api, if the error is a version conflict. */
function currentCopy(error: unknown): User | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return userSchema.safeParse(error.problem?.meta?.['current']).data
}

interface SettingsFormOptions<Values> {
  /** Distinguishes its draft from those of other forms. */
  id: string
  user: User
  /** The form's values in the shape in which they are sent. */
  valuesOf: (user: User) => Values
  form: DraftedForm<Values> & {
    getValues: () => Values
    setValue: (name: never, value: never) => void
    clearErrors: (name: never) => void
  }
  /** Shows an error at its fields; returns whether it could. */
  showErrors: (error: Error) => boolean
  onSaved: () => void
}

/** The same setting was changed here and elsewhere: nothing of it is saved before the owner chose. */
interface SettingsConflict {
  /** Allows the typed values to overwrite the saved ones. */
  keepMine: () => void
  /** Of the settings that both changed, the form takes what is there; all else that is typed stays. */
  keepTheirs: () => void
}

/**
 * A form for a part of the settings. Changes from elsewhere are merged under what was typed, and
 * only typed values are sent; if both changed the same setting, the owner chooses.
 *
 *     const { save, ...state } = useSettingsForm({ id: 'hours', user, valuesOf, form, showErrors, onSaved })
 *     return <form onSubmit={form.handleSubmit(save)}>
 */
export function useSettingsForm<Values extends UpdateSettingsInput>(
  options: SettingsFormOptions<Values>,
) {
  const { id, user, valuesOf, form, showErrors, onSaved } = options
  const saved = useRef(user)
  // What the typing began from: older than what is saved only where both were changed.
  const base = useRef(valuesOf(user))
  const [hasConflict, setHasConflict] = useState(false)
  const [failure, setFailure] = useState<string>()
  const savedValues = () => valuesOf(saved.current)
  const isConflict = () => !isSame(base.current, savedValues())
  const { draft, keep, forget } = useFormDraft<Values, Values>({
    name: `settings:${id}`,
    form,
    secrets,
    getBase: () => base.current,
    restore: (found) => merge(found.values, found.base, valuesOf(user)),
  })
  /** Writes no field that shows its value already: it would lose its caret, a list its rows. */
  const show = (values: Values, over: Values) => {
    for (const [name, value] of differences(values, form.getValues())) {
      form.setValue(name as never, structuredClone(value) as never)
      form.clearErrors(name as never)
    }
    form.reset(structuredClone(over), keepAllButDefaults)
  }
  /** Shows the typed values merged over the saved ones. */
  const fill = (typed: Values, from: Values, to: User) => {
    const next = valuesOf(to)
    const values = merge(typed, from, next)
    saved.current = to
    base.current = rebase(toStored(typed), from, next)
    const isConflicting = !isSame(base.current, next)
    setHasConflict(isConflicting)
    if (isConflicting) setFailure(undefined)
    show(values, next)
    if (isSame(values, next)) forget()
    else keep({ base: base.current, values })
  }
  /** Merges settings that were saved elsewhere; a form they do not concern is unaffected. */
  const takeElsewhere = (to: User) => {
    if (isSame(valuesOf(to), savedValues())) saved.current = to
    else fill(form.getValues(), base.current, to)
  }
  /** Resolves to the saved settings, and to the form values that they contain. */
  const send = async (input: Values, typed: Values): Promise<{ answer: User; typed: Values }> => {
    const { version } = saved.current.settings
    try {
      const answer = await saveVersion(changesOnly(input, savedValues()) ?? {}, version)
      return { answer, typed }
    } catch (error) {
      const current = currentCopy(error)
      if (current === undefined || current.settings.version <= version) throw error
      const [before, next] = [base.current, valuesOf(current)]
      takeElsewhere(current)
      queryClient.setQueryData(profileQuery().queryKey, current)
      if (isConflict()) throw error
      const merged = { input: merge(input, before, next), typed: merge(typed, before, next) }
      // Nothing is left to send if an earlier call succeeded but its answer was lost.
      if (isSame(merged.input, next)) return { answer: current, typed: merged.typed }
      return send(merged.input, merged.typed)
    }
  }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ input, typed }: { input: Values; typed: Values }) => {
      setFailure(undefined)
      return send(input, typed)
    },
    onSuccess: ({ answer, typed }) => {
      const next = valuesOf(answer)
      fill(merge(form.getValues(), typed, next), next, answer)
      onSaved()
    },
    onError: (error) => {
      if (!showErrors(error)) setFailure(userMessage(error))
    },
  })
  const follow = useEffectEvent((to: User, isSaving: boolean) => {
    // The answer to what is being saved comes by itself; an older copy may come late.
    if (isSaving || to.settings.version <= saved.current.settings.version) return
    takeElsewhere(to)
  })
  useEffect(() => follow(user, isPending), [user, isPending])
  const restore = useEffectEvent(() => {
    if (draft !== undefined) fill(draft.values, draft.base, saved.current)
  })
  useEffect(() => restore(), [])

  const settle = () => {
    base.current = savedValues()
    setHasConflict(false)
    setFailure(undefined)
  }
  const keepMine = () => {
    settle()
    keep({ base: base.current, values: form.getValues() })
  }
  const keepTheirs = () => {
    const values = preferTheirs(form.getValues(), base.current, savedValues())
    settle()
    fill(values, base.current, saved.current)
  }
  const discard = () => {
    settle()
    show(base.current, base.current)
    forget()
  }
  return {
    save: (input: Values) => {
      if (isConflict()) {
        // A page of an earlier release offers no choice: the next time it saves over what is there.
        if (failure === undefined) return setFailure(userMessage(new ApiError(412)))
        keepMine()
      }
      return mutate({ input, typed: structuredClone(form.getValues()) })
    },
    isSaving: isPending,
    failure,
    /** Whether a draft was restored. */
    isBack: draft !== undefined,
    discard,
    conflict: hasConflict ? ({ keepMine, keepTheirs } satisfies SettingsConflict) : undefined,
  }
}

/** Only what the form calls typed changes: errors and when they are looked for again stay. */
const keepAllButDefaults = {
  keepValues: true,
  keepErrors: true,
  keepFieldsRef: true,
  keepIsSubmitted: true,
  keepTouched: true,
}

/** Never stored in the browser. */
const secrets = new Set(['password', 'accessToken', 'appSecret'])

/** The api accepts both ends of quiet hours or none. */
const wholeGroups = new Set(['quietHours'])

type Group = Record<string, unknown>

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other)

/** NaN must differ from null, which JSON would write for both. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, one: unknown) => (Number.isNaN(one) ? 'NaN' : one))

/** The values that differ, each with its field name. */
const differences = (value: unknown, other: unknown, name = ''): [string, unknown][] => {
  if (isSame(value, other)) return []
  if (!isGroup(value) || !isGroup(other)) return [[name, value]]
  return Object.entries(value).flatMap(([member, one]) =>
    differences(one, other[member], name === '' ? member : `${name}.${member}`),
  )
}

/** The same values with empty secrets. */
const withoutSecrets = <T>(value: T): T =>
  isGroup(value)
    ? (Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          secrets.has(name) ? '' : withoutSecrets(one),
        ]),
      ) as T)
    : value

/** A secret belongs to the account it was typed for: it never meets another one that was saved. */
const hasSecret = (typed: Group): boolean =>
  Object.entries(typed).some(([name, value]) => secrets.has(name) && Boolean(value))

/** One setting: typed, as a base of the typing, and saved. */
interface SettingSides {
  typed: unknown
  base: unknown
  saved: unknown
}

/** Decides for each typed setting; a list is one setting. */
function mergeSettings(
  sides: SettingSides,
  choice: (sides: SettingSides) => unknown,
  isWhole = hasSecret,
): unknown {
  const { typed, base, saved } = sides
  if (isSame(typed, base) || !isGroup(typed) || !isGroup(base) || isWhole(typed)) {
    return choice(sides)
  }
  const savedGroup = isGroup(saved) ? saved : {}
  const names = [...new Set([...Object.keys(savedGroup), ...Object.keys(typed)])]
  return Object.fromEntries(
    names.map((name) => {
      const member = { typed: typed[name], base: base[name], saved: savedGroup[name] }
      return [name, wholeGroups.has(name) ? choice(member) : mergeSettings(member, choice, isWhole)]
    }),
  )
}

/** As the api will keep it: what it has cleaned must not look as if somebody else had changed it. */
const toStored = <Values extends UpdateSettingsInput>(typed: Values): Values =>
  (updateSettingsSchema.safeParse(typed).data ?? typed) as Values

/** The typed values over the saved ones. */
const merge = <T>(typed: T, base: T, saved: T): T =>
  mergeSettings({ typed, base, saved }, (sides) =>
    isSame(sides.typed, sides.base) ? sides.saved : sides.typed,
  ) as T

/** The saved values, but an older base where the typed value still differs. */
const rebase = <T>(typed: T, base: T, saved: T): T =>
  mergeSettings({ typed, base, saved }, (sides) => {
    const isOurs = isSame(sides.typed, sides.base)
    const isEqual = isSame(withoutSecrets(sides.typed), withoutSecrets(sides.saved))
    return isOurs || isEqual || isSame(sides.base, sides.saved) ? sides.saved : sides.base
  }) as T

/** The typed values, but the saved ones where both changed. */
const preferTheirs = <T>(typed: T, base: T, saved: T): T =>
  mergeSettings({ typed, base, saved }, (sides) =>
    isSame(sides.base, sides.saved) ? sides.typed : sides.saved,
  ) as T

/** Only the typed changes; undefined if there are none. */
const changesOnly = (typed: UpdateSettingsInput, base: UpdateSettingsInput) =>
  mergeSettings(
    { typed, base, saved: undefined },
    (sides) => (isSame(sides.typed, sides.base) ? undefined : sides.typed),
    () => false,
  ) as UpdateSettingsInput | undefined
