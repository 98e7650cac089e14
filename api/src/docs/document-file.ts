/** The committed copy of the OpenAPI document: a change of the calls is seen in review. */
export const documentFile = new URL('../../openapi.json', import.meta.url)
