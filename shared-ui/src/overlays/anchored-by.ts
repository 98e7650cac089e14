import type { CSSProperties } from 'react'

/** Ties what floats to the element beside which it does; set as properties, never as markup. */
export function anchoredBy(id: string): { anchor: CSSProperties; anchored: CSSProperties } {
  const name = `--${id.replaceAll(/\W/g, '')}`
  return {
    anchor: { anchorName: name },
    anchored: { positionAnchor: name },
  }
}
