import { updateSettingsSchema, type User } from '@errand/contract/auth'
import { Button, Card, TextField } from '@errand/shared-ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type FieldError } from 'react-hook-form'

import { ChangedElsewhere } from './changed-elsewhere.tsx'
import styles from './settings-page.module.css'
import { useSaveProfile } from './use-save-profile.ts'

/** Name and e-mail of the owner. */
export function ProfileForm({ user }: { user: User }) {
  const form = useForm({
    resolver: zodResolver(updateSettingsSchema),
    defaultValues: { name: user.name, email: user.email },
  })
  const { errors, isDirty } = form.formState
  const { save, isSaving, other, takeOther } = useSaveProfile(user, form)
  return (
    <Card title="Profile">
      <form
        className={styles['form']}
        noValidate
        onSubmit={(event) => void form.handleSubmit((input) => save(input))(event)}
      >
        {other !== undefined && <ChangedElsewhere {...{ other }} onTake={() => takeOther(other)} />}
        <TextField
          label="Name"
          autoComplete="name"
          error={messageOf(errors.name, 'At most 80 characters.')}
          {...form.register('name')}
        />
        <TextField
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={messageOf(errors.email, 'Enter an e-mail address, such as you@shop.example.')}
          {...form.register('email')}
        />
        <TextField
          label="Phone number"
          dir="ltr"
          readOnly
          value={user.phoneNumber}
          hint="You sign in with this number."
        />
        <div className={styles['actions']}>
          <Button type="submit" variant="primary" isBusy={isSaving}>
            Save
          </Button>
          {isDirty && <p>Not saved yet</p>}
        </div>
      </form>
    </Card>
  )
}

/** The api's own sentence, or ours for what this page refuses by itself. */
function messageOf(error: FieldError | undefined, ours: string): string | undefined {
  if (error === undefined) return undefined
  return error.type === 'server' ? error.message : ours
}
