import { dirname, join } from 'node:path'

/** The folder of the whole repository. */
export const root = dirname(dirname(import.meta.dirname))

/** Where Node keeps what it has compiled, for programs that start again and again. */
export const compileCache = join(root, 'node_modules/.cache/compile')
