import { isSamePath, paths } from '@errand/contract/paths'
import { Button, Dialog, Form } from '@errand/shared-ui'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  lazy,
  memo,
  useState,
} from 'react'
import { FormProvider, useFormState } from 'react-hook-form'
import { useBlocker } from 'react-router-dom'

import { useFieldProposals } from '../assist/field-proposals.tsx'
import { AboutSection } from '../assist/instructions-section.tsx'
import { ConflictNotice } from '../changes/conflict-notice.tsx'
import { FieldsBuilder } from '../fields/fields-builder.tsx'
import { type JobFormValues, toFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { JobPrompt } from '../jobs/job-prompt.tsx'
import { FormPhone } from '../phone/form-phone.tsx'
import type { SectionId } from '../sections/section-list.ts'
import { TriggerSection } from '../sections/trigger-section.tsx'
import { DraftNotice } from './draft-notice.tsx'
import type { JobFormProps } from './job-form-props.ts'
import styles from './job-form.module.css'
import { JobHeader, JobLayout, SaveBar } from './job-layout.tsx'
import { MoreSections } from './more-sections.tsx'
import { ReachNotice } from './reach-notice.tsx'
import { type JobFormState, useJobForm } from './use-job-form.ts'

/** The form of a new or existing job, with a test phone beside it. */
export function JobForm(props: JobFormProps) {
  const { job, prompt } = props
  const say = useWords()
  const state = useJobForm(props)
  const { form, chat, kept, saving, sections, setDialog } = state
  const { conflict } = saving
  const { isDirty } = form.formState
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void state.save()
  }
  return (
    <FormProvider {...form}>
      {job !== undefined && <JobHeader job={job} onVersions={() => setDialog('versions')} />}
      <JobLayout
        phoneTitle={say('phone')}
        phone={<FormPhone chat={chat} onKeep={kept.canKeep ? state.keepChat : undefined} />}
      >
        <DraftNotice state={state} isNew={job === undefined} />
        {conflict !== undefined && (
          <ConflictNotice
            theirs={toFormValues(conflict.theirs)}
            mine={form.getValues()}
            onKeepMine={() => state.keepMine(conflict)}
            onTakeTheirs={() => state.takeTheirs(conflict)}
          />
        )}
        {job?.status === 'active' && <ReachNotice />}
        {job === undefined && (
          <JobStart prompt={prompt} isEmpty={!isDirty && props.initial === undefined} />
        )}
        <Form className={styles['form']} onSubmit={submit}>
          <Section id="about">
            <AboutSection id={job?.id ?? 'new'} isSaved={job !== undefined} />
          </Section>
          <Section id="fields">
            <FieldsSection
              opened={sections.openedField}
              onOpen={sections.openField}
              isSaved={job !== undefined}
            />
          </Section>
          <Section id="trigger">
            <TriggerSection isSaved={job !== undefined} />
          </Section>
          <MoreSections jobId={job?.id} sections={sections} kept={kept} />
          <RefusedNotice />
          <SaveBar
            job={job}
            isDirty={isDirty}
            isSaving={saving.isSaving}
            isPublishing={saving.isPublishing}
            onPublish={state.requestPublish}
          />
        </Form>
      </JobLayout>
      <JobDialogs {...props} state={state} />
      <LeaveGuard isDirty={isDirty} isAllowed={state.isLeavingAllowed} onSave={state.save} />
    </FormProvider>
  )
}

/** A section of the form that is always open; a link can lead to it. */
const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <div id={id} tabIndex={-1} className={styles['section']}>
    {children}
  </div>
)

/**
 * A component of its own: it renders for every change of an error, and the rest of the form need
 * not.
 */
function RefusedNotice() {
  const say = useWords()
  const { errors, submitCount } = useFormState<JobFormValues>()
  if (submitCount === 0 || Object.keys(errors).length === 0) return null
  return (
    <p role="alert" className={styles['error']}>
      {say('attention')}
    </p>
  )
}

type FieldsSectionProps = Omit<ComponentProps<typeof FieldsBuilder>, 'actions' | 'children'>

const FieldsSection = memo(function FieldsSection(props: FieldsSectionProps) {
  const { button, rows } = useFieldProposals()
  return (
    <FieldsBuilder {...props} actions={button}>
      {rows}
    </FieldsBuilder>
  )
})

const JobWriter = lazy(async () => ({
  default: (await import('../assist/job-writer.tsx')).JobWriter,
}))

interface JobStartProps {
  /** The sentence that the page was opened with. */
  prompt: string | undefined
  /** Whether nothing is filled in yet: then a sentence is the quickest start. */
  isEmpty: boolean
}

/** The start of a new job: one sentence, from which the form is filled in. */
function JobStart({ prompt: first, isEmpty }: JobStartProps) {
  const [prompt, setPrompt] = useState(first ?? '')
  const [isWriting, setIsWriting] = useState(first !== undefined)
  const write = (sentence: string) => {
    setPrompt(sentence)
    setIsWriting(true)
  }
  if (isWriting) {
    return (
      <Suspense fallback={null}>
        <JobWriter prompt={prompt} onEnd={() => setIsWriting(false)} />
      </Suspense>
    )
  }
  return isEmpty ? <JobPrompt initial={prompt} onSubmit={write} /> : null
}

// Loaded when needed: most visits publish and compare nothing.
const PublishDialog = lazy(async () => ({
  default: (await import('../changes/publish-dialog.tsx')).PublishDialog,
}))
const VersionsSheet = lazy(async () => ({
  default: (await import('../changes/versions-sheet.tsx')).VersionsSheet,
}))

interface JobDialogsProps extends JobFormProps {
  state: JobFormState
}

/** The dialogs above the form. */
function JobDialogs({ job, versions, state }: JobDialogsProps) {
  const { form, saving, dialog } = state
  const close = () => state.setDialog(undefined)
  return (
    <Suspense fallback={null}>
      {dialog === 'publish' && (
        <PublishDialog
          job={job}
          liveVersion={versions?.find(({ isLive }) => isLive)?.number}
          values={form.getValues()}
          isBusy={saving.isSaving}
          conflictingJob={saving.conflictingJob}
          onPublish={(more) => void state.save({ action: 'publish', ...more })}
          onClose={close}
        />
      )}
      {dialog === 'versions' && job !== undefined && (
        <VersionsSheet
          job={job}
          versions={versions ?? []}
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

interface LeaveGuardProps {
  isDirty: boolean
  /** True while the page itself navigates. */
  isAllowed: RefObject<boolean>
  onSave: () => Promise<boolean>
}

/** Asks before a page with unsaved changes is left within the app. */
function LeaveGuard({ isDirty, isAllowed, onSave }: LeaveGuardProps) {
  const say = useWords()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isAllowed.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      // Signing out never asks.
      !isSamePath(paths.login, nextLocation.pathname),
  )
  const saveAndLeave = async () => {
    if (await onSave()) blocker.proceed?.()
    else blocker.reset?.()
  }
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      title={say('leaveTitle')}
      description={say('leaveText')}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>{say('stay')}</Button>
          <Button onClick={() => blocker.proceed?.()}>{say('leave')}</Button>
          <Button variant="primary" onClick={() => void saveAndLeave()}>
            {say('saveAndLeave')}
          </Button>
        </>
      }
    />
  )
}
