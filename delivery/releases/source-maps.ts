import type { Release } from './release.ts'

const folder = 'maps/'

/** Where the source map of a script is in a build and in the store. */
export const sourceMapName = (script: string): string => `${folder}${script}.map`

/** Whether it is in the folder of source maps, of which no file is served. */
export const isSourceMap = (name: string): boolean => name.startsWith(folder)

/** All source maps that a release can have. */
export const sourceMapNames = ({ files }: Pick<Release, 'files'>): string[] =>
  Object.keys(files)
    .filter((name) => name.endsWith('.js'))
    .map((name) => sourceMapName(name))
