/** The policy through which a build's own chunk loader names scripts; two releases never share one. */
export const chunkPolicy = (uniqueName: string): string => `errand-${uniqueName}`

/** The policies that the host's own code makes, besides its chunk loader's. */
export const hostPolicies = ['errand-loader', 'default']
