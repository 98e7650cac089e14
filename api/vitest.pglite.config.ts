import { engineProject } from '@errand/database/testing/project'

import { tested } from './test/tested.ts'

export default engineProject('pglite', tested)
