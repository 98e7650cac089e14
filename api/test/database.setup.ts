import { provideDatabase } from '@errand/database/testing/setup'
import type { TestProject } from 'vitest/node'

import { definition } from '../src/platform/database/definition.ts'
import { installQueue } from './install-queue.ts'

export default (project: TestProject) => provideDatabase(project, definition, installQueue)
