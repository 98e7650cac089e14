import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The chunk that `./routes` is built into. */
export const routesChunk = 'routes'

/** The chunk that `./widget` is built into. */
export const widgetChunk = 'widget'

const widgetSource = 'src/widget.tsx'

interface Exposed {
  key: string
  source: string
  chunk: string
}

/** Whether a remote has a widget for the dashboard. */
export const hasWidget = (directory: string): boolean => existsSync(join(directory, widgetSource))

/** What a remote exposes: its routes, and a widget when it has one. */
export function exposed(directory: string): Exposed[] {
  const routes = { key: './routes', source: 'src/routes.tsx', chunk: routesChunk }
  const widget = { key: './widget', source: widgetSource, chunk: widgetChunk }
  return hasWidget(directory) ? [routes, widget] : [routes]
}
