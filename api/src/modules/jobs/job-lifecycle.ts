import type { JobAction, JobStatus } from '@errand/contract/jobs'

/** Where a job stands in its life, and whether chats ever could begin with it. */
export interface JobLifecycleState {
  status: JobStatus
  isPublished: boolean
}

/** Why an action cannot be done. */
export type Refusal = 'deleted' | 'never_published' | 'not_a_draft_again'

/** What an action leads to; `publishes` when the job's content becomes the one that chats get. */
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

/** The life of a job; every action but `publish` may be repeated and changes nothing then. */
export function applyAction(state: JobLifecycleState, action: JobAction): TransitionResult {
  const status = transitions[state.status][action]
  if (typeof status !== 'string') return status
  if (action === 'rollback' && !state.isPublished) return { refusal: 'never_published' }
  // A draft that was deleted and restored is paused without ever having been published.
  const isFirstPublication = action === 'resume' && state.status === 'paused' && !state.isPublished
  return { status, publishes: action === 'publish' || isFirstPublication }
}

/** Several actions at once; the first refusal is the answer. */
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
 * What a client means that names no action but perhaps the status it wants: an active job is active as it
 * stands, so what was not published yet is published with it.
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
