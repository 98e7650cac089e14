export type EngineName = 'pglite' | 'postgres'

/** What a project's set-up gives to its tests. */
declare module 'vitest' {
  export interface ProvidedContext {
    engine: EngineName
    /** A migrated PGlite directory to copy. */
    pgliteTemplate: string
    /** A PostgreSQL server on which databases may be created. */
    postgresUrl: string
    /** The name of a migrated database there, to copy. */
    postgresTemplate: string
    /** Where it is noted which functions below a folder have run. */
    executed: { dir: string; folder: string }
  }
}
