import { isGstin } from '@errand/contract/gstin'
import { isStateCode } from '@errand/contract/state-code'
import type { User } from '@errand/contract/auth'
import { profileQuery, userMessage } from '@errand/shared-auth'
import {
  Button,
  Card,
  FieldRow,
  Form,
  FormActions,
  Notice,
  showFieldErrors,
  TextArea,
  TextField,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import { useWords } from '../words/words.ts'
import styles from './details-card.module.css'
import { useDetailsDraft, type Details } from './use-details-draft.ts'
import { useSaveSettings } from './use-save-settings.ts'

/** What stands on the next invoices. */
export function DetailsCard() {
  const { data: user } = useQuery(profileQuery())
  return user === undefined ? null : <DetailsForm user={user} />
}

function DetailsForm({ user }: { user: User }) {
  const say = useWords()
  const [failure, setFailure] = useState<string>()
  // What the form was filled from: a newer copy that a refetch brought would let it overwrite,
  // unasked, what another tab saved.
  const [base, setBase] = useState(user)
  const form = useForm<{ settings: { billing: Details } }>({
    values: { settings: { billing: detailsOf(base) } },
  })
  const { register, formState, handleSubmit, reset, getValues } = form
  const draft = useDetailsDraft(form)
  const errors = formState.errors.settings?.billing
  const { save, isSaving, isSaved, theirs, setTheirs } = useSaveSettings((error) => {
    if (!showFieldErrors(error, form)) setFailure(userMessage(error))
  })
  const isElsewhere = JSON.stringify(detailsOf(user)) !== JSON.stringify(detailsOf(base))
  // Nothing was typed: what was saved elsewhere can come in by itself.
  if (isElsewhere && !formState.isDirty) setBase(user)
  const { version } = (isElsewhere ? base : user).settings
  const begin = (saved: User) => {
    draft.forget()
    setBase(saved)
    reset({ settings: { billing: detailsOf(saved) } })
  }
  const send = (settings: { billing: Details }, of: number) => {
    setFailure(undefined)
    save({ input: { settings }, version: of }, { onSuccess: (saved) => begin(saved) })
  }
  const takeTheirs = (other: User) => {
    begin(other)
    setTheirs(undefined)
  }
  return (
    <Card title={say('billingDetails')} description={say('billingDetailsHint')}>
      <Form
        className={styles['form']}
        onSubmit={handleSubmit(({ settings }) => send(settings, version))}
      >
        {draft.isBack && formState.isDirty && (
          <Notice
            tone="info"
            role="status"
            actions={
              <Button size="small" onClick={() => begin(user)}>
                {say('discard')}
              </Button>
            }
          >
            <p>{say('draftBack')}</p>
          </Notice>
        )}
        {theirs !== undefined && (
          <Notice
            tone="warning"
            role="alert"
            title={say('changedElsewhere')}
            actions={
              <>
                <Button
                  size="small"
                  onClick={() => send(getValues().settings, theirs.settings.version)}
                >
                  {say('keepMine')}
                </Button>
                <Button size="small" onClick={() => takeTheirs(theirs)}>
                  {say('takeTheirs')}
                </Button>
              </>
            }
          />
        )}
        <TextField
          label={say('legalName')}
          autoComplete="organization"
          maxLength={120}
          error={errors?.legalName?.message}
          {...register('settings.billing.legalName')}
        />
        <FieldRow>
          <TextField
            label={say('gstin')}
            hint={say('gstinHint')}
            dir="ltr"
            autoCapitalize="characters"
            error={errors?.gstin?.message}
            {...register('settings.billing.gstin', {
              setValueAs: (value: string) => value.toUpperCase().trim(),
              validate: (value) => {
                const gstin = value.toUpperCase().trim()
                return gstin === '' || isGstin(gstin) || say('gstinError')
              },
            })}
          />
          <TextField
            label={say('stateCode')}
            hint={say('stateCodeHint')}
            dir="ltr"
            inputMode="numeric"
            maxLength={2}
            error={errors?.stateCode?.message}
            {...register('settings.billing.stateCode', {
              validate: (code) => code === '' || isStateCode(code) || say('stateCodeError'),
            })}
          />
        </FieldRow>
        <TextArea
          label={say('address')}
          rows={3}
          autoComplete="street-address"
          maxLength={500}
          error={errors?.address?.message}
          {...register('settings.billing.address')}
        />
        <TextField
          label={say('invoiceEmail')}
          type="email"
          dir="ltr"
          autoComplete="email"
          error={errors?.invoiceEmail?.message}
          {...register('settings.billing.invoiceEmail')}
        />
        {failure !== undefined && (
          <Notice tone="danger" role="alert">
            <p>{failure}</p>
          </Notice>
        )}
        <FormActions status={isSaved && !formState.isDirty ? say('saved') : undefined}>
          <Button type="submit" isBusy={isSaving}>
            {say('save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

function detailsOf({ settings: { billing } }: User): Details {
  const { legalName, gstin, address, stateCode, invoiceEmail } = billing
  return { legalName, gstin, address, stateCode, invoiceEmail }
}
