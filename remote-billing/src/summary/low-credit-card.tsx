import { amountText, parseAmount } from '@errand/contract/amount-text'
import type { User } from '@errand/contract/auth'
import { profileQuery, queryClient, saveSettings, userMessage } from '@errand/shared-auth'
import { Button, Card, Checkbox, Form, FormActions, Notice, TextField } from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { billingKey } from '../account/billing.queries.ts'
import { useWords } from '../words/words.ts'
import styles from './billing-page.module.css'

/** When the credit counts as low, and whether a letter says so. */
export function LowCreditCard({ currency }: { currency: string }) {
  const { data: user } = useQuery(profileQuery())
  return user === undefined ? null : <LowCreditForm {...{ user, currency }} />
}

function LowCreditForm({ user, currency }: { user: User; currency: string }) {
  const say = useWords()
  // What is not typed here shows what is saved, also elsewhere.
  const [typed, setTyped] = useState<string>()
  const [chosen, setChosen] = useState<boolean>()
  const { billing, notifications } = user.settings
  const text = typed ?? amountText(billing.lowBalanceMinor, currency)
  const isMailed = chosen ?? notifications.email.lowBalance
  const lowBalanceMinor = parseAmount(text, currency)
  const saving = useMutation({
    mutationFn: saveSettings,
    onSuccess: () => {
      setTyped(undefined)
      setChosen(undefined)
      return queryClient.invalidateQueries({ queryKey: billingKey })
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (lowBalanceMinor === undefined || saving.isPending) return
    const email = chosen !== undefined && { notifications: { email: { lowBalance: chosen } } }
    saving.mutate({
      settings: { ...(typed !== undefined && { billing: { lowBalanceMinor } }), ...email },
    })
  }
  return (
    <Card title={say('lowAlert')} description={say('lowAlertHint')}>
      <Form onSubmit={handleSubmit} className={styles['narrow']}>
        <TextField
          label={say('lowBelow')}
          inputMode="decimal"
          dir="ltr"
          end={currency}
          value={text}
          error={lowBalanceMinor === undefined ? say('amountError') : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Checkbox
          label={say('mailLow')}
          checked={isMailed}
          onChange={({ target }) => setChosen(target.checked)}
        />
        {saving.error !== null && (
          <Notice tone="danger" role="alert">
            <p>{userMessage(saving.error)}</p>
          </Notice>
        )}
        <FormActions
          status={
            saving.isSuccess && typed === undefined && chosen === undefined
              ? say('saved')
              : undefined
          }
        >
          <Button type="submit" isBusy={saving.isPending}>
            {say('save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}
