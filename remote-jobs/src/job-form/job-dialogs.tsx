import { lazy, Suspense } from 'react'

import type { JobFormProps } from './job-form.tsx'
import type { JobFormState } from './use-job-form.ts'

// Most visits publish nothing and compare nothing.
const PublishDialog = lazy(async () => ({
  default: (await import('../changes/publish-dialog.tsx')).PublishDialog,
}))
const VersionsSheet = lazy(async () => ({
  default: (await import('../changes/versions-sheet.tsx')).VersionsSheet,
}))

interface JobDialogsProps extends JobFormProps {
  state: JobFormState
}

/** What opens above the form. */
export function JobDialogs({ job, versions, dialog, onDialog, state }: JobDialogsProps) {
  const { form, saving } = state
  const close = () => onDialog(undefined)
  return (
    <Suspense fallback={null}>
      {dialog === 'publish' && (
        <PublishDialog
          job={job}
          live={versions.find(({ isLive }) => isLive)?.number}
          values={form.getValues()}
          isBusy={saving.isSaving}
          rival={saving.rival}
          onPublish={state.publish}
          onClose={close}
        />
      )}
      {dialog === 'versions' && job !== undefined && (
        <VersionsSheet
          job={job}
          versions={versions}
          values={form.getValues()}
          isDirty={form.formState.isDirty}
          isBusy={saving.isSaving}
          onRollback={state.rollback}
          onClose={close}
        />
      )}
    </Suspense>
  )
}
