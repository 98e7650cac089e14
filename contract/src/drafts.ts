/** What the page keeps of unsent text begins with this in `sessionStorage`; signing out removes it. */
export const draftPrefix = 'errand:draft:'
