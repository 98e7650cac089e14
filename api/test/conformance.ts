/** x */
export const conformance = { database: ['database/database.test.ts', 'server.pglite.test.ts'] }
