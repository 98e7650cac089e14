import type { Icon as IconData } from '@errand/contract/remote'
import { createElement } from 'react'

/** Shapes only: a release's data must not bring anything that runs or loads. */
const shapes = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse'])

/** Draws an icon that came as data with a remote's release. */
export function Icon({ data }: { data: IconData }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {data.map(([shape, attributes]) =>
        shapes.has(shape)
          ? createElement(shape, { key: JSON.stringify(attributes), ...attributes })
          : null,
      )}
    </svg>
  )
}
