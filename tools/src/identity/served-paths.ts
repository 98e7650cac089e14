const project = '/v1/projects/{targetProjectId}'
const emulator = '/emulator/v1/projects/{targetProjectId}'

/** The emulator's calls that are served: phone sign-in, the session, and its administration. */
export const servedPaths: readonly string[] = [
  '/v1/accounts:sendVerificationCode',
  '/v1/accounts:signInWithPhoneNumber',
  '/v1/accounts:lookup',
  '/v1/accounts:update',
  '/v1/accounts:delete',
  '/v1/token',
  '/v1/projects',
  '/v1/recaptchaParams',
  '/v2/recaptchaConfig',
  `${project}/accounts`,
  `${project}/accounts:batchCreate`,
  `${project}/accounts:batchGet`,
  `${project}/accounts:delete`,
  `${project}/accounts:lookup`,
  `${project}/accounts:update`,
  `${project}:queryAccounts`,
  `${emulator}/accounts`,
  `${emulator}/config`,
  `${emulator}/verificationCodes`,
]
