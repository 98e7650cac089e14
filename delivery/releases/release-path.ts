/** Where the edge serves the files of a release; the version in the path keeps releases apart. */
export const releasePath = (app: string, version: string): string => `/r/${app}/${version}/`
