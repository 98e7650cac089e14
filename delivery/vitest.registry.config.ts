import { postgresProject } from '@errand/database/testing/project'

export default postgresProject({
  name: 'registry',
  root: import.meta.dirname,
  folder: 'registry',
  setup: 'testing/postgres.setup.ts',
})
