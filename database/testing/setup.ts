export { providePgliteTemplate } from './pglite-template.ts'
export { providePostgresTemplate } from './postgres-template.ts'
