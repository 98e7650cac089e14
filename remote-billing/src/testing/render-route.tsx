import { renderRoutes } from '@errand/shared-auth/testing'

import { routes } from '../routes.tsx'

export const renderRoute = (path: string) => renderRoutes('/billing', routes, path)
