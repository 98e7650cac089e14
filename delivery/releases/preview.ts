/** What stands in the version of a preview, between that of the package and the branch. */
export const previewMark = '-preview.'

/** Whether a release was made to be looked at: `latest` is never one, and its files go sooner. */
export const isPreview = (version: string): boolean => version.includes(previewMark)
