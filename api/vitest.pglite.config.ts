import { pgliteProject } from '@errand/database/testing/project'

import { conformance } from './test/conformance.ts'

export default pgliteProject(
  { name: 'api', root: import.meta.dirname, folder: 'src', setup: 'test/pglite.setup.ts' },
  Object.values(conformance).flat(),
)
