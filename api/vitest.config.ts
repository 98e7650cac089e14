import { databaseProject } from '@errand/database/testing/project'

export default databaseProject('api', import.meta.dirname, 'src', 'test/database.setup.ts')
