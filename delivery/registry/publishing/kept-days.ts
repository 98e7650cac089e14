/** How long ago a release was published, and last seen in a page, before its files may go. */
export const defaultKeptDays = 14
