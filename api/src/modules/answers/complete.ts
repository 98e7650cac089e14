import { completeStatuses } from '@errand/contract/chats/form-data'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import { formData } from '../../platform/database/schema.ts'

/** Whether a chat with answers of that status is complete; unknown without answers. */
const isCompleteStatus = (status: SQLWrapper): SQL => sql`${status} in ${completeStatuses}`

/**
 * The one meaning of complete: nothing that is required is missing in the answers of a chat. It does not
 * matter who gave them, whether the contact confirmed them, or how the chat ended.
 */
export const isComplete = isCompleteStatus(formData.status)

/** The join of a chat `s` with the completion of its first complete answers, as `f`. */
export const completionJoin = sql`left join lateral (
  select true as is_completed, min(completed_at) as completed_at from form_data
  where session_id = s.id and ${isCompleteStatus(sql`status`)} having count(*) > 0
) f on true`

/** Whether a booking still stands, decided or not. */
export const isNotCancelled = sql`${formData.decision} is distinct from 'cancelled'`
