import { inspectDatabase } from '@errand/database'

import { definition } from '../../database/definition.ts'
import type { Checkup } from '../checkup.ts'
import { failed, missing, ok, type Verdict } from '../finding.ts'

/** The oldest that the tests have seen. */
const oldestVersion = 15

/** Whether PostgreSQL is there, new enough, ours to use, and as far as this version of the api. */
export async function checkDatabase({ settings }: Checkup): Promise<Verdict> {
  try {
    return judge(await inspectDatabase(definition, settings))
  } catch (error) {
    if (settings.databaseUrl === undefined) return missing(sentenceOf(error))
    return failed(explain(error))
  }
}

function judge({
  version,
  encoding,
  migrations,
  mayCreate,
  closedTables,
}: Awaited<ReturnType<typeof inspectDatabase>>): Verdict {
  const { known, applied, isNewer } = migrations
  const pending = known - applied
  if (version < oldestVersion) {
    return failed(`PostgreSQL ${version} is too old; use ${oldestVersion} or newer.`)
  }
  if (encoding !== 'UTF8') {
    return failed(`The database is encoded as ${encoding}; make one with encoding UTF8.`)
  }
  if (isNewer) {
    return failed(
      'The database was migrated by a newer version of the api; start that version, or restore a backup from before.',
    )
  }
  if (closedTables.length > 0) {
    return failed(
      `The user of DATABASE_URL may not use ${closedTables[0]}${closedTables.length > 1 ? ` and ${closedTables.length - 1} more tables` : ''}; grant select, insert, update and delete on them, or use the user that made them.`,
    )
  }
  if (pending > 0 && !mayCreate) {
    return failed(
      `${pending} migrations are to be applied and the user of DATABASE_URL may not make tables; grant create on the database and on schema public.`,
    )
  }
  const state =
    pending === 0
      ? 'all migrations are applied'
      : `${pending} of ${known} migrations will be applied at the next start`
  return ok(`PostgreSQL ${version} answers; ${state}.`)
}

/** By SQLSTATE; the message of the driver may name user and host. */
const sentences: Record<string, string> = {
  '28P01': 'PostgreSQL refuses the password of DATABASE_URL; check user and password.',
  '28000': 'PostgreSQL does not let the user of DATABASE_URL in; check pg_hba.conf and the user.',
  '3D000': 'The database that DATABASE_URL names does not exist; make it with createdb.',
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function explain(error: unknown): string {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== undefined && Object.hasOwn(sentences, code)) return sentences[code] ?? ''
  if (/SSL|certificate/i.test(message)) {
    return 'A secure connection to PostgreSQL cannot be made; check sslmode in DATABASE_URL.'
  }
  return message.startsWith('PostgreSQL cannot be reached')
    ? 'Nothing answers at DATABASE_URL; check host and port, and whether PostgreSQL runs.'
    : `PostgreSQL refuses: ${code ?? 'for no reason that it names'}.`
}
