export { isConnectionError, isDiskFull } from './connection-error.ts'
export {
  Database,
  findDatabaseUrl,
  notify,
  openDatabase,
  type DatabaseDefinition,
  type DatabasePlace,
  type Queries,
  type Schema,
} from './database.ts'
export { takeLock, type FileLock } from './file-lock.ts'
export { freePort } from './free-port.ts'
export { inspectDatabase, type DatabaseReport } from './inspect-database.ts'
export {
  findLocalUrl,
  prepareLocalServer,
  type LocalServer,
  type RunningServer,
} from './local-server.ts'
export { queryChannel, type ObservedQuery } from './query-channel.ts'
export { useDatabase } from './use-database.ts'
export { requireWritable } from './writable-folder.ts'
