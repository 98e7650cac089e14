export { isConnectionError } from './connection-error.ts'
export { Database, notify, type Connection, type Queries } from './database.ts'
export type { DatabaseDefinition, Schema } from './definition.ts'
export { openDatabase } from './open-database.ts'
