import { provideDatabase } from '@errand/database/testing/setup'
import type { TestProject } from 'vitest/node'

import { definition } from '../registry/tables/definition.ts'

export default (project: TestProject) => provideDatabase(project, definition)
