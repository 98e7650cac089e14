import { isApiError } from '@errand/shared-auth'
import { isRouteErrorResponse } from 'react-router-dom'

import { isRemoteLoadError } from './remote-load-error.ts'

/** Whether another release may do better: it calls the same api, and was tried for a load error. */
export const isCodeAtFault = (error: unknown): boolean =>
  !isRouteErrorResponse(error) && !isApiError(error) && !isRemoteLoadError(error)
