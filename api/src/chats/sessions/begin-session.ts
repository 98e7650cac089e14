import type { Channel } from '@errand/contract/chats/session'

import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { startFormData } from '../../form-data/form-data.service.ts'
import { chooseJob } from '../../jobs/job-versions.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { beginning, type SessionState } from '../state/session-state.ts'
import { insertSession } from './sessions.repo.ts'

interface Beginning {
  contact: ContactRow
  channel: Channel
  /** What the contact wrote: it chooses the job. */
  text: string
  at: Date
}

/** Begins a chat with the job that the first message asks for, in the version that is live now. */
export async function beginSession(
  queries: Queries,
  { contact, channel, text, at }: Beginning,
): Promise<SessionRow> {
  const { ownerId } = contact
  const version = await chooseJob(queries, ownerId, text)
  const session = await insertSession(queries, {
    ...basics({ contact, channel, at }),
    ...beginning({ at, hasJob: version !== undefined }),
    jobId: version?.jobId,
    jobVersion: version?.number,
    formId: version?.formId,
  })
  if (version !== undefined) await startFormData(queries, session, version)
  return session
}

/** A place for what somebody writes with whom there is nothing to do. */
export function beginEnded(
  queries: Queries,
  { state, ...chat }: Omit<Beginning, 'text'> & { state: SessionState },
): Promise<SessionRow> {
  return insertSession(queries, { ...basics(chat), ...state })
}

function basics({ contact, channel, at }: Omit<Beginning, 'text'>) {
  const now = new Date()
  return {
    id: newId('session'),
    ownerId: contact.ownerId,
    contactId: contact.id,
    channel,
    createdAt: now,
    updatedAt: now,
    lastActivityAt: at,
  }
}
