import { databaseProject } from '@errand/database/testing/project'

export default databaseProject('api', import.meta.dirname, '.', 'test/database.setup.ts')
