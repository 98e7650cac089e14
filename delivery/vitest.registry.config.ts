import { databaseProject } from '@errand/database/testing/project'

export default databaseProject(
  'registry',
  import.meta.dirname,
  'registry',
  'testing/database.setup.ts',
)
