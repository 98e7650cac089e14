/** The two digits that a state or territory of India has in a GSTIN; 25 and 28 were given up. */
const pattern = /^(0[1-9]|1\d|2[0-4679]|3[0-8]|97)$/

/** Whether these are the digits of a state. */
export const isStateCode = (text: string): boolean => pattern.test(text)
