import type { JobAction, JobStatus } from '@errand/contract/jobs'

/** The status of a job, and whether it was ever published. */
export interface JobLifecycleState {
  status: JobStatus
  isPublished: boolean
}

/** Why an action cannot be done. */
export type Refusal = 'deleted' | 'never_published' | 'not_a_draft_again'

/** The status after an action; `publishes` if the draft becomes the version that new chats start with. */
export type TransitionResult = { status: JobStatus; publishes: boolean } | { refusal: Refusal }

const transitions: Record<JobStatus, Record<JobAction, JobStatus | { refusal: Refusal }>> = {
  draft: {
    save: 'draft',
    publish: 'active',
    pause: { refusal: 'never_published' },
    resume: { refusal: 'never_published' },
    archive: 'archived',
    restore: 'draft',
    rollback: { refusal: 'never_published' },
  },
  active: {
    save: 'active',
    publish: 'active',
    pause: 'paused',
    resume: 'active',
    archive: 'archived',
    restore: 'active',
    rollback: 'active',
  },
  paused: {
    save: 'paused',
    publish: 'active',
    pause: 'paused',
    resume: 'active',
    archive: 'archived',
    restore: 'paused',
    rollback: 'paused',
  },
  archived: {
    save: { refusal: 'deleted' },
    publish: { refusal: 'deleted' },
    pause: { refusal: 'deleted' },
    resume: { refusal: 'deleted' },
    archive: 'archived',
    restore: 'paused',
    rollback: { refusal: 'deleted' },
  },
}

/** The lifecycle of a job. Every action except `publish` changes nothing when it is repeated. */
export function applyAction(state: JobLifecycleState, action: JobAction): TransitionResult {
  const status = transitions[state.status][action]
  if (typeof status !== 'string') return status
  if (action === 'rollback' && !state.isPublished) return { refusal: 'never_published' }
  // A draft that was deleted and restored is paused without ever having been published.
  const isFirstPublication = action === 'resume' && state.status === 'paused' && !state.isPublished
  return { status, publishes: action === 'publish' || isFirstPublication }
}

/** Applies several actions in their order; stops at the first refusal. */
export function applyActions(
  state: JobLifecycleState,
  actions: readonly JobAction[],
): TransitionResult {
  let { status, isPublished } = state
  let publishes = false
  for (const action of actions) {
    const step = applyAction({ status, isPublished }, action)
    if ('refusal' in step) return step
    status = step.status
    publishes ||= step.publishes
    isPublished ||= step.publishes
  }
  return { status, publishes }
}

/**
 * The actions behind a request that names none but perhaps the wanted status. Asking for `active`
 * also publishes what is not published yet, because an active job is active as it stands.
 */
export function actionsFor(
  { status, hasChanges }: { status: JobStatus; hasChanges: boolean },
  wanted: JobStatus | undefined,
): JobAction[] | { refusal: Refusal } {
  if (status === 'archived' || wanted === undefined) return ['save']
  if (wanted === 'active') {
    if (hasChanges || status === 'draft') return ['publish']
    return [status === 'paused' ? 'resume' : 'save']
  }
  if (wanted === 'paused') return status === 'draft' ? ['publish', 'pause'] : ['pause']
  return status === 'draft' ? ['save'] : { refusal: 'not_a_draft_again' }
}
