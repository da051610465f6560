import { dark, drop, fade, mix, path, rect, repeat } from './drawing.ts'

/** Light from the left over folds. */
export const sheen = fade(
  'sheen',
  'across',
  [0, '#fff', 0.22],
  [0.35, '#fff', 0],
  [0.7, '#000', 0.04],
  [1, '#000', 0.26],
)
/** Shade from the top down. */
export const folds = fade('folds', 'down', [0, '#fff', 0.14], [0.5, '#000', 0], [1, '#000', 0.2])

/** A folded length of cloth lying flat, with the edges of its layers below. */
export function folded(
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string,
  edge: string,
  layers = 4,
): string {
  const whole = `M${x + 10} ${y}H${x + w - 10}Q${x + w} ${y} ${x + w} ${y + 12}V${y + h + layers * 9}Q${x + w} ${y + h + layers * 9 + 12} ${x + w - 14} ${y + h + layers * 9 + 12}H${x + 14}Q${x} ${y + h + layers * 9 + 12} ${x} ${y + h + layers * 9}V${y + 12}Q${x} ${y} ${x + 10} ${y}Z`
  return (
    drop(whole) +
    path(whole, dark(edge, 0.25)) +
    repeat(layers, (i) =>
      rect(x, y + h - 6 + i * 10, w, 11, 6, mix(edge, i % 2 ? '#000000' : '#ffffff', 0.14)),
    ) +
    rect(x, y, w, h, 12, fill) +
    rect(x, y, w, h, 12, 'url(#sheen)') +
    rect(x, y, w, h, 12, 'url(#folds)')
  )
}
