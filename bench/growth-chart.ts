export interface Series {
  name: string
  title: string
  points: { million: number; p50: number; p99: number }[]
}

const [width, rowHeight, left, right, top] = [860, 44, 330, 90, 46]
const plot = width - left - right

/**
 * A row for each call with a bar for each size, as long as its p50: what does not grow has bars of one length. All rows share one
 * scale in milliseconds.
 */
export function chartOf(series: readonly Series[]): string {
  const drawn = series.filter(({ points }) => points.length > 0)
  const most = Math.max(...drawn.flatMap(({ points }) => points.map(({ p50 }) => p50)))
  const sizes = drawn[0]?.points.map(({ million }) => million) ?? []
  const height = top + drawn.length * rowHeight + 10
  const thickness = (rowHeight - 12) / Math.max(1, sizes.length)
  const shade = (index: number) => `hsl(168 45% ${68 - (index * 40) / Math.max(1, sizes.length - 1)}%)`
  const legend = sizes.map(
    (million, index) =>
      `<rect x="${left + index * 130}" y="12" width="10" height="10" fill="${shade(index)}"/><text x="${left + index * 130 + 16}" y="21">${million} million</text>`,
  )
  const rows = drawn.map(({ title, points }, row) => {
    const y = top + row * rowHeight
    const bars = points.map(({ p50, p99 }, index) => {
      const length = Math.max(1, (p50 / most) * plot)
      const barY = y + index * thickness
      return `<rect x="${left}" y="${barY.toFixed(1)}" width="${length.toFixed(1)}" height="${(thickness - 1.5).toFixed(1)}" fill="${shade(index)}"/><text class="value" x="${(left + length + 6).toFixed(1)}" y="${(barY + thickness / 2 + 3).toFixed(1)}">${p50.toFixed(1)} ms (p99 ${p99.toFixed(1)})</text>`
    })
    return `<text x="${left - 12}" y="${(y + (rowHeight - 12) / 2 + 4).toFixed(1)}" text-anchor="end">${title}</text>${bars.join('')}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#26302d"><title>Milliseconds of one call at a time, by the size of the marketplace</title><style>.value{font-size:9px;fill:#5b6662}</style><rect width="100%" height="100%" fill="#fff"/>${legend.join('')}${rows.join('')}</svg>\n`
}
