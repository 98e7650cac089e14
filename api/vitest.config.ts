import { postgresProject } from '@errand/database/testing/project'

export default postgresProject({
  name: 'api',
  root: import.meta.dirname,
  folder: 'src',
  setup: 'test/postgres.setup.ts',
})
