export { isConnectionError, isDiskFull, isQueryCancelled } from './connection-error.ts'
export {
  Database,
  findDatabaseUrl,
  notify,
  openDatabase,
  type DatabaseDefinition,
  type DatabaseLocation,
  type Queries,
  type Schema,
} from './database.ts'
export { acquireLock, type FileLock } from './file-lock.ts'
export { freePort } from './free-port.ts'
export { inspectDatabase, type DatabaseReport } from './inspect-database.ts'
export {
  findLocalUrl,
  prepareLocalServer,
  type LocalServer,
  type RunningServer,
} from './local-server.ts'
export { queryChannel, type ObservedQuery } from './query-channel.ts'
export { withDatabase } from './with-database.ts'
export { requireWritable } from './writable-folder.ts'
