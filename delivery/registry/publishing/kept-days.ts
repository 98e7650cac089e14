/** How old a release is before its files may go. */
export const defaultKeptDays = 14
