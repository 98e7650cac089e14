import type { Icon as IconData } from '@errand/contract/remote'
import { createElement } from 'react'

/** Shapes and their geometry only: a release's data must not bring anything that runs or loads. */
const shapes = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse'])
const geometry = new Set('d cx cy r rx ry x y x1 x2 y1 y2 width height points'.split(' '))

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
      {data
        .filter(([shape]) => shapes.has(shape))
        .map(([shape, attributes]) =>
          createElement(shape, { key: JSON.stringify(attributes), ...onlyGeometry(attributes) }),
        )}
    </svg>
  )
}

const onlyGeometry = (attributes: Record<string, string>) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => geometry.has(name)))
