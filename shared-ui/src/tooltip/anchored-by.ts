import type { CSSProperties } from 'react'

/**
 * Anchors a floating element to another; set as properties, because the policy forbids style
 * attributes.
 */
export function anchoredBy(id: string): { anchor: CSSProperties; anchored: CSSProperties } {
  const name = `--${id.replaceAll(/\W/g, '')}`
  return {
    anchor: { anchorName: name },
    anchored: { positionAnchor: name },
  }
}
