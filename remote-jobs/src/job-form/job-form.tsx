import type { Job, JobVersion } from '@errand/contract/jobs'
import { Button, Form, Notice } from '@errand/shared-ui'
import { memo, type ReactNode } from 'react'
import { FormProvider, useFormState } from 'react-hook-form'

import { InstructionsSection } from '../assist/instructions-section.tsx'
import { useFieldProposals } from '../assist/field-proposals.tsx'
import { ConflictNotice } from '../changes/conflict-notice.tsx'
import { FieldsBuilder } from '../fields/fields-builder.tsx'
import type { OpenedField } from '../fields/opened-field.ts'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { Phone } from '../phone/phone.tsx'
import { TestSection } from '../phone/test-section.tsx'
import { useWords as usePhoneWords } from '../phone/words/words.ts'
import { AboutSection } from '../sections/about-section.tsx'
import { BehaviourSection } from '../sections/behaviour-section.tsx'
import { MessageSection } from '../sections/message-section.tsx'
import { TriggerSection } from '../sections/trigger-section.tsx'
import { JobDialogs } from './job-dialogs.tsx'
import styles from './job-form.module.css'
import { JobLayout } from './job-layout.tsx'
import { JobStart } from './job-start.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveBar } from './save-bar.tsx'
import { SectionNav, type sections } from './section-nav.tsx'
import type { Unpublished } from './unpublished.ts'
import { useJobForm, valuesOf } from './use-job-form.ts'
import { useWords } from './words/words.ts'

export interface JobFormProps {
  /** The job to change; nothing for a new one. */
  job: Job | undefined
  versions: readonly JobVersion[]
  /** What a new one begins with. */
  initial?: JobFormValues
  /** The sentence of which a new one is written. */
  prompt?: string | undefined
  /** The job that stood against publishing this one just before. */
  rival?: Unpublished['rival']
  /** What of it was refused just before. */
  errors?: Unpublished['errors']
  onSaved: (job: Job, more: Unpublished) => void
  /** Whether the dialog to publish is asked for, from outside as well. */
  dialog: 'publish' | 'versions' | undefined
  onDialog: (dialog: JobFormProps['dialog']) => void
}

/** The form of a job, the same for a new one and an old one, with a phone to try it beside it. */
export function JobForm(props: JobFormProps) {
  const { job, prompt, dialog, onDialog } = props
  const say = useWords()
  const sayPhone = usePhoneWords()
  const state = useJobForm(props)
  const { form, chat, kept, saving, draft } = state
  const { isDirty } = form.formState
  return (
    <FormProvider {...form}>
      <JobLayout
        nav={<SectionNav />}
        phoneTitle={sayPhone('phone')}
        phone={<Phone chat={chat} onKeep={kept.canKeep ? state.keepChat : undefined} />}
      >
        {draft !== undefined && (
          <Notice
            role="status"
            actions={
              <Button size="small" onClick={state.discard}>
                {say('discard')}
              </Button>
            }
          >
            <p>{say('draftIsBack')}</p>
          </Notice>
        )}
        {saving.conflict !== undefined && (
          <ConflictNotice
            theirs={valuesOf(saving.conflict.theirs)}
            mine={form.getValues()}
            onKeepMine={state.keepMine}
            onTakeTheirs={state.takeTheirs}
          />
        )}
        {job === undefined && <JobStart prompt={prompt} isPristine={!isDirty} />}
        <Form className={styles['form']} onSubmit={state.handleSubmit}>
          <Section id="about">
            <AboutSection />
          </Section>
          <Section id="instructions">
            <InstructionsSection draftName={job?.id ?? 'new'} />
          </Section>
          <Section id="fields">
            <FieldsSection opened={state.opened} />
          </Section>
          <Section id="messages">
            <MessageSection />
          </Section>
          <Section id="trigger">
            <TriggerSection />
          </Section>
          <Section id="behaviour">
            <BehaviourSection />
          </Section>
          <Section id="test">
            <TestSection kept={kept} />
          </Section>
          <Refused />
          <SaveBar
            job={job}
            isDirty={isDirty}
            isSaving={saving.isSaving}
            onPublish={() => onDialog('publish')}
          />
        </Form>
      </JobLayout>
      <JobDialogs {...props} dialog={dialog} state={state} />
      <LeaveGuard isDirty={isDirty} isAllowed={state.mayLeave} onSave={state.save} />
    </FormProvider>
  )
}

/** A part of the form that the navigation leads to. */
const Section = ({ id, children }: { id: (typeof sections)[number]; children: ReactNode }) => (
  <div id={id} tabIndex={-1} className={styles['section']}>
    {children}
  </div>
)

/** By itself: whatever changes in the form may change its errors, and few parts of it show them. */
function Refused() {
  const say = useWords()
  const { errors, submitCount } = useFormState<JobFormValues>()
  if (submitCount === 0 || Object.keys(errors).length === 0) return null
  return (
    <p role="alert" className={styles['error']}>
      {say('attention')}
    </p>
  )
}

const FieldsSection = memo(function FieldsSection({ opened }: { opened: OpenedField }) {
  const { button, rows } = useFieldProposals()
  return (
    <FieldsBuilder opened={opened} actions={button}>
      {rows}
    </FieldsBuilder>
  )
})
