import type { IdKind } from '@errand/contract/ids'
import { searchTextOf } from '@errand/contract/search-text'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { derivedColumns as answerColumns } from '../../../modules/answers/form-data.service.ts'
import {
  contactWords,
  searchWordsText,
  wordsOf,
} from '../../../modules/chats/search/search-words.ts'
import { lastMessageColumns, openWindow } from '../../../modules/chats/sessions/sessions.repo.ts'
import { derivedColumns as jobColumns } from '../../../modules/jobs/job-row.ts'
import * as schema from '../../../platform/database/schema.ts'
import type { Row, TableName } from './account-file.ts'

/** What columns are made from, beside their row. */
interface Adding {
  ownerId: string
  /** Jobs stay active and chats open; otherwise jobs are paused and chats closed. */
  staysOpen: boolean
  /** The messages and notes of each chat that is added, by its id in the file. */
  messagesOf: Map<string, Row<'messages'>[]>
  remarksOf: Map<string, Row<'remarks'>[]>
  /** The same with the ids that the rows it names have in the account. */
  renamed: <Value extends object>(value: Value) => Value
}

export type OwnedTable = PgTable & { id: PgColumn; ownerId: PgColumn }

interface ImportedTable<Name extends TableName> {
  kind: IdKind
  table: OwnedTable
  /** By what the account may have a row already; without it a row comes with those it belongs to. */
  knownBy?: (keyof Row<Name> & string)[]
  /** The columns that are not as in the file. */
  columns?: (row: Row<Name>, adding: Adding) => object
}

/** Where the rows of each table of a file go. */
export const importedTables: { [Name in TableName]: ImportedTable<Name> } = {
  jobs: {
    kind: 'job',
    table: schema.jobs,
    knownBy: ['id'],
    columns(job, { staysOpen, renamed }) {
      const closed = renamed(job).liveVersionId === undefined ? 'draft' : 'paused'
      const status = staysOpen || job.status === 'archived' ? job.status : closed
      const archivedAt = status === 'archived' ? (job.archivedAt ?? job.updatedAt) : null
      return { ...withoutAddresses(job), ...jobColumns(job), status, archivedAt }
    },
  },
  'job-versions': {
    kind: 'jobVersion',
    table: schema.jobVersions,
    columns: ({ snapshot }) => ({ snapshot: { ...snapshot, ...withoutAddresses(snapshot) } }),
  },
  'job-answers': {
    kind: 'jobAnswer',
    table: schema.jobAnswers,
    columns: ({ question }) => ({ searchText: searchTextOf(question) }),
  },
  'job-translations': { kind: 'jobTranslation', table: schema.jobTranslations },
  forms: {
    kind: 'form',
    table: schema.forms,
    knownBy: ['id', 'jobId'],
    columns: ({ name }) => ({ searchText: searchTextOf(name) }),
  },
  contacts: {
    kind: 'contact',
    table: schema.contacts,
    knownBy: ['id', 'phoneNumber', 'userId'],
    columns: ({ phoneNumber = null, ...contact }, { ownerId }) => ({
      searchWords: searchWordsText(ownerId, contactWords({ ...contact, phoneNumber })),
    }),
  },
  chats: {
    kind: 'session',
    table: schema.chatSessions,
    knownBy: ['id'],
    columns: (chat, adding) => ({
      ...(!adding.staysOpen && closedColumns(chat)),
      ...messageColumns(chat, adding),
    }),
  },
  messages: {
    kind: 'message',
    table: schema.messages,
    columns: ({ text }, { ownerId }) => ({
      searchWords: searchWordsText(ownerId, wordsOf(text)),
    }),
  },
  remarks: { kind: 'remark', table: schema.remarks },
  answers: {
    kind: 'response',
    table: schema.formData,
    columns: ({ fields, values, followedUpAt, completedAt }) => ({
      ...answerColumns(fields, values),
      // What follows a completion has happened where they come from.
      followedUpAt: followedUpAt ?? completedAt,
    }),
  },
}

/** What happens when a chat is complete, without the addresses that would get the answers. */
const withoutAddresses = ({ behaviour }: Pick<Row<'jobs'>, 'behaviour'>) => ({
  behaviour: { ...behaviour, onComplete: { ...behaviour.onComplete, email: [], webhookUrl: '' } },
})

/** The state of a chat that is only to be read. */
function closedColumns({ status, updatedAt }: Row<'chats'>): object {
  const quiet = { attention: [], attentionAbout: {} }
  if (status !== 'active') return quiet
  const closed = { status: 'closed', closeReason: 'owner', closedAt: updatedAt }
  return { ...quiet, ...closed, handler: 'none', handlerSince: updatedAt, handlerReason: null }
}

/** What a chat repeats of its messages and notes. */
function messageColumns({ id }: Row<'chats'>, { messagesOf, remarksOf, renamed }: Adding): object {
  const messages = (messagesOf.get(id) ?? []).toSorted((one, other) => one.seq - other.seq)
  const inbound = messages.filter(({ direction }) => direction === 'in')
  const lastInbound = inbound.at(-1)
  return {
    ...renamed(lastMessageColumns(messages.at(-1))),
    ...(lastInbound && openWindow({ lastInboundAt: null }, new Date(lastInbound.createdAt))),
    unreadCount: inbound.filter(({ readByOwnerAt }) => readByOwnerAt === undefined).length,
    messageCount: messages.length,
    seq: messages.length,
    remarkCount: remarksOf.get(id)?.length ?? 0,
  }
}
