import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const values = new Map(
  [...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
)

const normalText = 4.5
const control = 3

/** Text or sign on a ground, with the ratio WCAG 2.2 AA asks for. */
const pairs: [string, string, number][] = [
  ...['surface', 'surface-raised', 'surface-floating', 'surface-hover', 'surface-pressed'].flatMap(
    (ground): [string, string, number][] => [
      ['text', ground, normalText],
      ['text-muted', ground, normalText],
      ['accent-text', ground, normalText],
      ['danger-text', ground, normalText],
      ['accent', ground, control],
    ],
  ),
  ['on-accent', 'accent', normalText],
  ['on-accent', 'accent-hover', normalText],
  ['on-danger', 'danger', normalText],
  ['on-danger', 'danger-hover', normalText],
  ...['info', 'success', 'warning', 'danger', 'accent'].flatMap(
    (tone): [string, string, number][] => [
      [`${tone}-text`, `${tone}-surface`, normalText],
      ['text', `${tone}-surface`, normalText],
    ],
  ),
  ...[
    'info',
    'success',
    'warning',
    'danger',
    'series-1',
    'series-2',
    'series-3',
    'series-4',
    'violet',
  ].flatMap((sign): [string, string, number][] => [
    [sign, 'surface', control],
    [sign, 'surface-raised', control],
  ]),
  ['series-5', 'surface-raised', control],
  ['text-muted', 'surface-sunken', normalText],
  ['border-control', 'surface-raised', control],
  ['border-control', 'surface', control],
  ['border-control', 'surface-floating', control],
]

for (const [theme, index] of [
  ['light', 0],
  ['dark', 1],
] as const) {
  test.each(pairs)(`${theme}: %s on %s`, (text, ground, ratio) => {
    expect(contrast(luminance(text, index), luminance(ground, index))).toBeGreaterThanOrEqual(ratio)
  })
}

function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Relative luminance of a token in one theme. */
function luminance(name: string, theme: 0 | 1): number {
  const value = values.get(name)
  if (value === undefined) throw new Error(`No token --${name}`)
  const alias = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  if (alias !== undefined) return luminance(alias, theme)
  const color = [...value.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)][theme]
  if (color === undefined) throw new Error(`--${name} has no color for both themes`)
  const [, lightness, chroma, hue] = color.map(Number)
  return luminanceOfOklch(lightness! / 100, chroma!, (hue! * Math.PI) / 180)
}

/** By the matrices of https://bottosson.github.io/posts/oklab/; linear light, clipped to sRGB. */
function luminanceOfOklch(lightness: number, chroma: number, hue: number): number {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (channel: number) => Math.min(1, Math.max(0, channel))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
