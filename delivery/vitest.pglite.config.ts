import { pgliteProject } from '@errand/database/testing/project'

import { conformance } from './testing/conformance.ts'

export default pgliteProject(
  {
    name: 'registry',
    root: import.meta.dirname,
    folder: 'registry',
    setup: 'testing/pglite.setup.ts',
  },
  conformance,
)
