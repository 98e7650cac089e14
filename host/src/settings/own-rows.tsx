import { type Template, listTemplatesCall } from '@errand/contract/chats/template'
import { callApi } from '@errand/shared-auth'
import { ComboBox, Notice, SelectField, TextField } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Controller, useWatch } from 'react-hook-form'

import { accountStatsQuery } from '../account/account.ts'
import { currentZoneName, timeZonesWith } from '../account/region.ts'
import { limitsOf } from './limits.ts'
import type { RowProps } from './setting-row.tsx'
import { useWords } from './words/words.ts'

/** The number of the account, which is changed at sign-in alone. */
export function PhoneRow({ user }: RowProps) {
  const say = useWords()
  return (
    <TextField
      label={say('phone')}
      hint={say('phoneHint')}
      dir="ltr"
      readOnly
      value={user.phoneNumber}
    />
  )
}

/** The time zone, with what becomes of the upcoming bookings in another one. */
export function TimeZoneRow({ user, state }: RowProps) {
  const say = useWords()
  const { control } = state.form
  const { timeZone } = user.settings.business
  const zones = useMemo(() => timeZonesWith(timeZone), [timeZone])
  const chosen = useWatch({ control, name: 'settings.business.timeZone' }) ?? timeZone
  const isOther = currentZoneName(chosen) !== currentZoneName(timeZone)
  const { data } = useQuery({ ...accountStatsQuery(), enabled: isOther })
  const { upcoming = 0 } = data?.bookings ?? {}
  const hint = isOther && upcoming > 0 && say('bookingsKeepClock', { count: upcoming })
  return (
    <Controller
      control={control}
      name="settings.business.timeZone"
      render={({ field: { value, onChange, onBlur } }) => (
        <ComboBox
          label={say('timeZone')}
          options={zones}
          value={value === undefined ? null : currentZoneName(value)}
          onChange={(next) => onChange(next ?? undefined)}
          onBlur={onBlur}
          hint={hint || undefined}
          error={state.errorOf('settings.business.timeZone', say('timeZoneError'))}
        />
      )}
    />
  )
}

/** The template that announces an answer after the 24-hour window has closed. */
export function NudgeRow({ user, state }: RowProps) {
  const say = useWords()
  const name = 'settings.assistant.nudgeTemplate'
  const chosen = useWatch({ control: state.form.control, name }) ?? ''
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery())
  // A template in several languages is one choice.
  const usable = new Map(data?.filter(isUsable).map((template) => [template.name, template.body]))
  // The saved and the chosen one stay in the list even if the provider no longer has them.
  const kept = [user.settings.assistant.nudgeTemplate, chosen].filter((one) => one !== '')
  const labelOf = (template: string) => {
    const body = usable.get(template)
    if (body !== undefined) return `${template} · ${body}`
    return data === undefined ? template : say('notUsable', { name: template })
  }
  const hint =
    data !== undefined && usable.size === 0 ? say('noTemplates') : say('nudgeTemplateHint')
  return (
    <>
      <SelectField
        label={say('nudgeTemplate')}
        hint={hint}
        {...state.field(name, say('atMost', { max: limitsOf(name).max }))}
      >
        <option value="">{say('noNudge')}</option>
        {[...new Set([...kept, ...usable.keys()])].map((template) => (
          <option key={template} value={template}>
            {labelOf(template)}
          </option>
        ))}
      </SelectField>
      {isError && (
        <Notice tone="warning" role="alert" isRetrying={isFetching} onRetry={() => void refetch()}>
          {say('templatesLost')}
        </Notice>
      )}
    </>
  )
}

/** The templates of the owner's WhatsApp number. */
const templatesQuery = () =>
  queryOptions({
    queryKey: ['settings', 'templates'],
    queryFn: async ({ signal }) => (await callApi(listTemplatesCall, { signal })).items,
    staleTime: 60_000,
  })

/** Whether the assistant may send a template by itself: approved, no marketing, no variables. */
const isUsable = ({ status, category, variables }: Template): boolean =>
  status === 'APPROVED' && category === 'UTILITY' && variables.length === 0
