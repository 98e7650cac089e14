import { completeStatuses } from '@errand/contract/chats/form-data'
import { inArray } from 'drizzle-orm'

import { formData } from '../../platform/database/schema.ts'

/** Whether nothing that is required is missing in the answers of a chat. */
export const isComplete = inArray(formData.status, completeStatuses)
