import { type Colour, dark, fade, line, mix, pale, path, rect, repeat } from './drawing.ts'
import { ajrak, guls, lawn, phulkari, rilli, stars, truckArt } from './motifs.ts'

function svg(width: number, height: number, defs: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${defs}</defs>${body}</svg>`
}

/** Text in whatever sans-serif the machine has. */
export function words(x: number, y: number, size: number, fill: string, text: string, more = ''): string {
  const safe = text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${fill}"${more ? ` ${more}` : ''}>${safe}</text>`
}

/** The monogram of a shop; `shape` chooses one of three frames. */
export function logo(letter: string, colour: Colour, shape: number): string {
  const frame =
    shape === 0
      ? rect(10, 10, 200, 200, 44, 'url(#tone)')
      : shape === 1
        ? `<circle cx="110" cy="110" r="102" fill="url(#tone)"/><circle cx="110" cy="110" r="88" fill="none" stroke="${colour.accent}" stroke-width="4"/>`
        : path(
            'M110 6L146 30L188 32L190 74L214 110L190 146L188 188L146 190L110 214L74 190L32 188L30 146L6 110L30 74L32 32L74 30Z',
            'url(#tone)',
          )
  return svg(
    220,
    220,
    fade('tone', 'down', [0, pale(colour.base, 0.12)], [1, dark(colour.base, 0.3)]),
    rect(0, 0, 220, 220, 0, '#ffffff') +
      frame +
      words(110, 146, 104, '#ffffff', letter, 'text-anchor="middle" font-weight="700"') +
      line('M78 172H142', colour.accent, 6),
  )
}

const bannerMotifs = [ajrak, phulkari, lawn, truckArt, rilli, guls]

/** A patterned band over a shop's page; `motif` chooses the pattern. */
export function banner(colour: Colour, motif: number): string {
  const draw = bannerMotifs[motif % bannerMotifs.length] ?? ajrak
  return svg(
    690,
    315,
    draw('print', colour) +
      fade(
        'veil',
        'across',
        [0, dark(colour.base, 0.4), 0.94],
        [0.5, dark(colour.base, 0.3), 0.6],
        [1, colour.base, 0],
      ),
    rect(0, 0, 690, 315, 0, 'url(#print)') +
      rect(0, 0, 690, 315, 0, 'url(#veil)') +
      rect(0, 0, 690, 12, 0, colour.accent) +
      rect(0, 303, 690, 12, 0, colour.accent),
  )
}

/** A shop in a bazaar, seen from the street. */
export function shopFront(colour: Colour, second: Colour): string {
  const goods = [colour.base, second.base, '#c9b48a', second.accent, colour.accent, '#8a5a3a']
  const shelf = (y: number) =>
    rect(92, y + 62, 416, 9, 0, '#6e4a2a') +
    repeat(11, (i) => {
      const tall = 34 + ((i * 31 + y) % 24)
      return rect(
        98 + i * 38,
        y + 62 - tall,
        30,
        tall,
        4,
        mix(goods[(i + y) % goods.length] ?? colour.base, '#ffffff', 0.12),
      )
    })
  return svg(
    600,
    400,
    fade('wall', 'down', [0, '#d9cdb8'], [1, '#b8a88c']) +
      fade('room', 'down', [0, '#fff0c9'], [1, '#b98d54']) +
      stars('tiles', '#e8dcc4', '#b08d5a', 40),
    rect(0, 0, 600, 400, 0, 'url(#wall)') +
      rect(0, 340, 600, 60, 0, '#8d8577') +
      rect(0, 334, 600, 10, 0, '#6f675b') +
      rect(60, 120, 480, 220, 0, '#4b3420') +
      rect(80, 130, 440, 206, 0, 'url(#room)') +
      shelf(132) +
      shelf(206) +
      rect(96, 286, 408, 50, 4, dark(second.base, 0.2)) +
      rect(96, 286, 408, 12, 4, pale(second.base, 0.3)) +
      rect(50, 28, 500, 62, 6, dark(colour.base, 0.25)) +
      rect(58, 36, 484, 46, 4, 'none', `stroke="${colour.accent}" stroke-width="3"`) +
      line('M200 60H400', colour.accent, 9) +
      line('M240 74H360', pale(colour.base, 0.6), 4) +
      repeat(10, (i) =>
        path(
          `M${50 + i * 50} 90H${100 + i * 50}V124Q${75 + i * 50} 152 ${50 + i * 50} 124Z`,
          i % 2 ? '#f6efe2' : colour.base,
        ),
      ) +
      rect(0, 90, 40, 250, 0, 'url(#tiles)') +
      rect(560, 90, 40, 250, 0, 'url(#tiles)'),
  )
}
