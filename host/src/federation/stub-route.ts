import type { RouteObject } from 'react-router-dom'

import type { Place } from './remotes.ts'

/**
 * Stands for a remote until its routes are there: the guard above it runs, and React Router asks
 * for patches because of the splat. Reached itself when the remote could not be loaded, or has no
 * route for the path.
 */
export function stubRoute(place: Place): RouteObject {
  return {
    path: `${place.remote.mount}/*`,
    element: null,
    // Thrown while routes are patched, an error would leave a first page blank, as no loader has
    // run yet; thrown here it shows where the pane's boundary is.
    loader: () => {
      throw place.failure ?? new Response('', { status: 404 })
    },
  }
}
