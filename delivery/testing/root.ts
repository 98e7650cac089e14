import { dirname } from 'node:path'

import { workspaceRoot } from '../build/source-version.ts'

/** The folder of the whole repository. */
export const root = workspaceRoot(dirname(import.meta.dirname))
