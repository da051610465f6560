/** A colourway: how it is called in a product's name, and what is drawn with. */
export interface Colour {
  name: string
  urdu: string
  base: string
  accent: string
}

const table = {
  maroon: ['Maroon', 'عنابی', '#7d1d2d', '#e0b04c'],
  indigo: ['Indigo', 'نیلا', '#22356f', '#c9423a'],
  emerald: ['Emerald', 'سبز', '#136b4c', '#f0c75e'],
  mustard: ['Mustard', 'سرسوں', '#d49a1f', '#7a1f3d'],
  black: ['Black', 'سیاہ', '#26262b', '#d8a945'],
  ivory: ['Ivory', 'آف وائٹ', '#ece1cb', '#a8623a'],
  rose: ['Rose', 'گلابی', '#d0527a', '#fbe3a1'],
  teal: ['Teal', 'فیروزی', '#12808a', '#f2a65a'],
  rust: ['Rust', 'مٹیالا', '#b4532a', '#f3d38b'],
  sky: ['Sky blue', 'آسمانی', '#5d9fd0', '#fff3d6'],
  plum: ['Plum', 'جامنی', '#5b2a63', '#e6a8c7'],
  tan: ['Tan', 'بادامی', '#a8713f', '#5a3216'],
  brown: ['Brown', 'بھورا', '#6a3f22', '#d9a35b'],
  white: ['White', 'سفید', '#f3f1ec', '#8aa4b8'],
  red: ['Red', 'سرخ', '#c22b2b', '#f7d154'],
  cobalt: ['Cobalt', 'گہرا نیلا', '#1f55b5', '#f4f7fb'],
  gold: ['Gold', 'سنہری', '#c79a3a', '#7a5414'],
  silver: ['Silver', 'چاندی', '#aeb6bf', '#5c6670'],
  green: ['Green', 'سبز', '#4f8a3c', '#f2e8c8'],
  grey: ['Grey', 'سرمئی', '#6d7580', '#e8b04a'],
} as const satisfies Record<string, readonly [string, string, string, string]>

export type ColourCode = keyof typeof table

/** The colourway of a code. */
export function colourOf(code: ColourCode): Colour {
  const [name, urdu, base, accent] = table[code]
  return { name, urdu, base, accent }
}

/** Mixes two colours (#rrggbb); 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (from: number) => {
    const [a, b] = [first, second].map((hex) => Number.parseInt(hex.slice(from, from + 2), 16)) as [
      number,
      number,
    ]
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

export const dark = (hex: string, share = 0.35) => mix(hex, '#140f0c', share)
export const pale = (hex: string, share = 0.4) => mix(hex, '#ffffff', share)

export interface Drawing {
  defs?: string
  body: string
}

/** What draws one product in a colourway, on a field of 640 by 640. */
export type Draw = (colour: Colour) => Drawing

/** A linear gradient, from the top to the bottom or from the left to the right. */
export function fade(
  id: string,
  to: 'down' | 'across',
  ...stops: (readonly [number, string, number?])[]
): string {
  const [x2, y2] = to === 'down' ? [0, 1] : [1, 0]
  const marks = stops.map(
    ([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  )
  return `<linearGradient id="${id}" x2="${x2}" y2="${y2}">${marks.join('')}</linearGradient>`
}

/** A round body of metal, clay or glass: dark edges, one light band. */
export function roundBody(id: string, hex: string): string {
  return fade(
    id,
    'across',
    [0, dark(hex, 0.5)],
    [0.18, hex],
    [0.36, pale(hex, 0.5)],
    [0.55, hex],
    [0.86, dark(hex, 0.38)],
    [1, dark(hex, 0.55)],
  )
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more ? ` ${more}` : ''}/>`
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"${more ? ` ${more}` : ''}/>`
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"${more ? ` ${more}` : ''}/>`
}

export function rect(x: number, y: number, w: number, h: number, r: number, fill: string, more = ''): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"${more ? ` ${more}` : ''}/>`
}

/** The same thing many times: `repeat(5, (i) => …)`. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/**
 * A soft shadow under a flat thing: some faint copies, each a little further off. A blur filter would look the
 * same and take five times as long to draw.
 */
export function drop(d: string, reach = 5): string {
  return repeat(4, (i) =>
    path(
      d,
      '#2a1d12',
      `fill-opacity=".07" transform="translate(${(i + 1) * reach * 0.6} ${(i + 1) * reach})"`,
    ),
  )
}

/** The shadow on the table under a standing thing. */
export function footing(cx: number, cy: number, rx: number, ry = rx * 0.13): string {
  return repeat(4, (i) =>
    ellipse(cx, cy, rx * (1 - i * 0.13), ry * (1 - i * 0.17), '#2a1d12', 'fill-opacity=".1"'),
  )
}

export function tile(id: string, size: number, body: string, turn = 0): string {
  const turned = turn ? ` patternTransform="rotate(${turn})"` : ''
  return `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse"${turned}>${body}</pattern>`
}

/** Puts a drawing before its soft ground; `view` cuts a detail out of it. */
export function pictureOf(colour: Colour, drawing: Drawing, view = '0 0 640 640', side = 640): string {
  const top = mix('#fbfaf8', colour.base, 0.04)
  const bottom = mix('#e3ddd4', colour.base, 0.1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="${view}"><defs>`,
    fade(
      'ground',
      'down',
      [0, top],
      [0.62, mix(top, bottom, 0.45)],
      [0.64, mix(top, bottom, 0.7)],
      [1, bottom],
    ),
    drawing.defs ?? '',
    `</defs><rect width="640" height="640" fill="url(#ground)"/>${drawing.body}</svg>`,
  ].join('')
}
