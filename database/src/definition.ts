/** Tables by name, as Drizzle takes them. */
export type Schema = Record<string, unknown>

/** What one service brings to the engines: its tables and how they came to be. */
export interface DatabaseDefinition<S extends Schema> {
  schema: S
  /** Made by `drizzle-kit generate`, applied at every start, the same for both engines. */
  migrationsFolder: string
  /** Any number that no other service has: whoever holds this advisory lock migrates. */
  migrationLock: number
  /** The folder of the embedded database in the data directory. */
  folder: string
  /** The name of the setting that holds the URL, for the sentence that says it does not work. */
  urlSetting: string
}
