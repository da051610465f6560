import { type Colour, dark, ellipse, line, mix, pale, path, rect, repeat, tile } from './drawing.ts'

function petals(count: number, cx: number, cy: number, reach: number, wide: number, fill: string): string {
  return repeat(count, (i) =>
    ellipse(cx, cy - reach, wide, reach * 0.62, fill, `transform="rotate(${(360 / count) * i} ${cx} ${cy})"`),
  )
}

/** The stars in roundels of Sindh's block-printed ajrak. */
export function ajrak(id: string, { base, accent }: Colour, size = 84): string {
  const half = size / 2
  const star = (x: number, y: number) =>
    ellipse(x, y, half * 0.82, half * 0.82, accent) +
    ellipse(x, y, half * 0.68, half * 0.68, dark(base, 0.45)) +
    petals(8, x, y, half * 0.36, half * 0.13, '#f3ead8') +
    ellipse(x, y, half * 0.17, half * 0.17, accent)
  const dots = repeat(4, (i) =>
    ellipse((i % 2) * size, i < 2 ? 0 : size, half * 0.22, half * 0.22, '#f3ead8'),
  )
  return tile(id, size, rect(0, 0, size, size, 0, base) + star(half, half) + dots)
}

/** The counted-thread diamonds of Punjab's phulkari. */
export function phulkari(id: string, { base, accent }: Colour, size = 64): string {
  const h = size / 2
  const diamond = (grow: number, fill: string) =>
    path(`M${h} ${h - grow}L${h + grow} ${h}L${h} ${h + grow}L${h - grow} ${h}Z`, fill)
  const stitches = line(
    `M0 0L${size} ${size}M${size} 0L0 ${size}`,
    pale(accent, 0.2),
    3,
    'stroke-dasharray="5 4"',
  )
  return tile(
    id,
    size,
    rect(0, 0, size, size, 0, base) +
      stitches +
      diamond(h * 0.72, accent) +
      diamond(h * 0.5, mix(base, '#e8457a', 0.55)) +
      diamond(h * 0.24, '#fff1c9'),
  )
}

/** The scattered flowers of printed lawn. */
export function lawn(id: string, { base, accent }: Colour, size = 130): string {
  const flower = (x: number, y: number, r: number, fill: string) =>
    petals(5, x, y, r, r * 0.55, fill) + ellipse(x, y, r * 0.4, r * 0.4, accent)
  const leaf = (x: number, y: number, turn: number) =>
    ellipse(x, y, 5, 15, mix(base, '#3f7d4e', 0.65), `transform="rotate(${turn} ${x} ${y})"`)
  const light = pale(base, 0.72)
  return tile(
    id,
    size,
    rect(0, 0, size, size, 0, base) +
      line('M4 126C40 90 30 50 62 34S104 60 126 8', mix(base, '#3f7d4e', 0.5), 3) +
      leaf(18, 72, 40) +
      leaf(46, 66, -30) +
      leaf(88, 52, 70) +
      leaf(108, 96, 20) +
      flower(60, 36, 17, light) +
      flower(24, 106, 12, mix(accent, light, 0.3)) +
      flower(104, 84, 14, pale(accent, 0.3)) +
      repeat(6, (i) => ellipse(14 + ((i * 37) % 112), 14 + ((i * 53) % 110), 3, 3, light)),
  )
}

/** Leaves, eyes and chains as painted on lorries. */
export function truckArt(id: string, { base, accent }: Colour, size = 110): string {
  const h = size / 2
  return tile(
    id,
    size,
    rect(0, 0, size, size, 0, base) +
      petals(8, h, h, 26, 11, accent) +
      petals(8, h, h, 16, 7, '#e8447a') +
      ellipse(h, h, 11, 11, '#fff') +
      ellipse(h, h, 6, 6, '#1c6fb8') +
      repeat(
        4,
        (i) =>
          path(
            `M0 0C26 4 30 22 24 34C16 24 4 24 0 0Z`,
            '#2fa05a',
            `transform="rotate(${i * 90} ${h} ${h})"`,
          ) +
          path(`M6 6C20 9 22 18 20 26C15 19 8 18 6 6Z`, '#f7d154', `transform="rotate(${i * 90} ${h} ${h})"`),
      ) +
      repeat(4, (i) => ellipse(i % 2 ? size : 0, i < 2 ? h : h, 5, 5, '#fff')),
  )
}

/** Eight-pointed stars, as on tiles and carved wood. */
export function stars(id: string, ground: string, ink: string, size = 70): string {
  const h = size / 2
  const square = (turn: number) =>
    rect(
      h * 0.5,
      h * 0.5,
      h,
      h,
      0,
      'none',
      `stroke="${ink}" stroke-width="3" transform="rotate(${turn} ${h} ${h})"`,
    )
  return tile(
    id,
    size,
    rect(0, 0, size, size, 0, ground) +
      square(0) +
      square(45) +
      line(
        `M0 0L${h * 0.5} ${h * 0.5}M${size} 0L${h * 1.5} ${h * 0.5}M0 ${size}L${h * 0.5} ${h * 1.5}M${size} ${size}L${h * 1.5} ${h * 1.5}`,
        ink,
        3,
      ) +
      ellipse(h, h, h * 0.2, h * 0.2, ink),
  )
}

/** The vine of Multan's glazed pottery. */
export function vine(id: string, ground: string, ink: string, second: string, size = 96): string {
  return tile(
    id,
    size,
    rect(0, 0, size, size, 0, ground) +
      line(`M0 ${size / 2}C24 10 34 10 48 ${size / 2}S76 86 96 ${size / 2}`, ink, 4) +
      petals(6, 24, 26, 10, 5, ink) +
      petals(6, 72, 70, 10, 5, second) +
      ellipse(24, 26, 4, 4, second) +
      ellipse(72, 70, 4, 4, ink) +
      ellipse(48, 22, 5, 12, second, 'transform="rotate(40 48 22)"') +
      ellipse(50, 76, 5, 12, ink, 'transform="rotate(-40 50 76)"'),
  )
}

/** The patchwork of a rilli: squares of triangles. */
export function rilli(id: string, { base, accent }: Colour, size = 120): string {
  const q = size / 4
  const cell = (x: number, y: number, a: string, b: string) =>
    rect(x, y, q * 2, q * 2, 0, a) +
    path(`M${x} ${y}h${q * 2}l${-q} ${q}Z`, b) +
    path(`M${x} ${y + q * 2}h${q * 2}l${-q} ${-q}Z`, b) +
    rect(x + q * 0.7, y + q * 0.7, q * 0.6, q * 0.6, 0, '#fff3dd', `transform="rotate(45 ${x + q} ${y + q})"`)
  return tile(
    id,
    size,
    cell(0, 0, base, accent) +
      cell(q * 2, 0, '#f3ead8', '#c22b2b') +
      cell(0, q * 2, '#f3ead8', '#1c7a52') +
      cell(q * 2, q * 2, accent, base) +
      line(
        `M0 0H${size}M0 ${q * 2}H${size}M0 0V${size}M${q * 2} 0V${size}`,
        '#ffffff',
        2,
        'stroke-dasharray="4 5"',
      ),
  )
}

/** The guls of a Bokhara carpet. */
export function guls(id: string, { base, accent }: Colour, size = 76): string {
  const h = size / 2
  const octagon = (r: number, fill: string) => {
    const k = r * 0.45
    return path(
      `M${h - k} ${h - r}h${2 * k}L${h + r} ${h - k}v${2 * k}L${h + k} ${h + r}h${-2 * k}L${h - r} ${h + k}v${-2 * k}Z`,
      fill,
    )
  }
  return tile(
    id,
    size,
    rect(0, 0, size, size, 0, base) +
      octagon(h * 0.78, '#f1e4c8') +
      octagon(h * 0.66, dark(base, 0.35)) +
      path(`M${h} ${h - 16}L${h + 16} ${h}L${h} ${h + 16}L${h - 16} ${h}Z`, accent) +
      ellipse(h, h, 5, 5, '#f1e4c8') +
      repeat(4, (i) => path(`M${(i % 2) * size} ${(i < 2 ? 0 : 1) * size}m-9 0l9 -9l9 9l-9 9Z`, accent)),
  )
}
