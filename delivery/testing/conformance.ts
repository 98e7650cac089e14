/** x */
export const conformance = ['publishing.test.ts']
