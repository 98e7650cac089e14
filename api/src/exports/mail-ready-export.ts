import { eq } from 'drizzle-orm'

import { toPreferences } from '../auth/settings-view.ts'
import { insertEmail } from '../chats/email/emails.repo.ts'
import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'
import { canSendMail } from '../mail/can-send-mail.ts'
import type { Queue } from '../queue/queue.ts'
import { findSecretNames } from '../secrets/secrets.repo.ts'
import type { ExportRow } from './export-file.ts'
import { findExport } from './exports.repo.ts'
import { readyExportKind, type ReadyExportMail } from './ready-letter.ts'

/** Writes to an owner that his file is there, by his own mail server, where he has one. */
export async function mailReadyExport(
  queries: Queries,
  queue: Queue,
  { id: exportId, ownerId, kind }: Pick<ExportRow, 'id' | 'ownerId' | 'kind'>,
): Promise<void> {
  const [owner] = await queries
    .select({ email: users.email, preferences: users.preferences })
    .from(users)
    .where(eq(users.id, ownerId))
  if (owner === undefined || owner.email === '') return
  const secrets = await findSecretNames(queries, ownerId)
  const { smtp } = toPreferences(owner.preferences)
  if (!canSendMail(smtp, secrets.has('smtp_password'))) return
  const { fileName = null, expiresAt = null } =
    (await findExport(queries, ownerId, exportId))?.shown ?? {}
  if (fileName === null || expiresAt === null) return
  const content: ReadyExportMail = { to: owner.email, exportId, kind, fileName, expiresAt }
  await insertEmail(queries, queue, { ownerId, kind: readyExportKind, content: { ...content } })
}
