import {
  type Draw,
  dark,
  drop,
  ellipse,
  fade,
  footing,
  line,
  mix,
  pale,
  path,
  rect,
  repeat,
  roundBody,
} from './drawing.ts'
import { phulkari } from './motifs.ts'

const sheen = fade('sheen', 'across', [0, '#fff', 0.28], [0.4, '#fff', 0], [1, '#000', 0.3])

/** One shoe from above, the toe upwards. */
function shoe(flip: string, colour: Parameters<Draw>[0], isCurled: boolean): string {
  const sole =
    'M150 560Q96 470 130 330Q150 210 196 130Q204 90 222 72Q236 96 240 132Q292 230 290 360Q290 480 262 560Q206 596 150 560Z'
  return (
    `<g ${flip}>` +
    drop(sole) +
    path(sole, dark(colour.base, 0.5)) +
    path(
      'M162 550Q116 470 142 350Q190 330 278 350Q284 470 250 550Q206 574 162 550Z',
      mix(colour.base, '#e8c79a', 0.65),
    ) +
    path(
      'M130 372Q136 240 196 130Q204 90 222 72Q236 96 240 132Q292 240 290 372Q250 400 212 330Q172 400 130 372Z',
      'url(#upper)',
    ) +
    path('M130 372Q172 400 212 330Q250 400 290 372L290 392Q248 422 212 356Q172 422 130 392Z', colour.accent) +
    path(
      'M130 372Q136 240 196 130Q204 90 222 72Q236 96 240 132Q292 240 290 372Q250 400 212 330Q172 400 130 372Z',
      'url(#sheen)',
    ) +
    (isCurled ? line('M222 74C226 40 196 34 190 56C188 68 202 72 206 64', colour.accent, 9) : '') +
    `</g>`
  )
}

const khussa: Draw = (colour) => ({
  defs: sheen + phulkari('upper', colour, 44),
  body:
    shoe('transform="rotate(-7 210 330)"', colour, true) +
    shoe('transform="translate(640 0) scale(-1 1) rotate(-7 210 330)"', colour, true),
})

const chappal: Draw = (colour) => {
  const one = (flip: string) =>
    `<g ${flip}>` +
    drop('M150 560Q100 470 130 330Q140 180 210 110Q282 180 290 350Q290 480 262 560Q206 596 150 560Z') +
    path(
      'M150 560Q100 470 130 330Q140 180 210 110Q282 180 290 350Q290 480 262 560Q206 596 150 560Z',
      dark(colour.base, 0.55),
    ) +
    path(
      'M164 544Q120 460 146 330Q156 200 210 136Q264 200 274 350Q274 470 248 544Q206 566 164 544Z',
      mix(colour.base, '#d9b384', 0.6),
    ) +
    path('M128 350L262 176Q292 240 292 330L158 420Q126 400 128 350Z', colour.base) +
    path('M292 350L158 176Q130 240 128 330L262 420Q294 400 292 350Z', pale(colour.base, 0.08)) +
    path('M292 350L158 176Q130 240 128 330L262 420Q294 400 292 350Z', 'url(#sheen)') +
    line('M146 344L264 200M274 344L156 200', colour.accent, 3, 'stroke-dasharray="7 6"') +
    path('M132 480Q210 510 284 480L288 512Q210 544 136 512Z', colour.base) +
    rect(252, 476, 26, 34, 4, '#d6ab4d') +
    `</g>`
  return {
    defs: sheen,
    body:
      one('transform="rotate(-6 210 330)"') +
      one('transform="translate(640 0) scale(-1 1) rotate(-6 210 330)"'),
  }
}

const wallet: Draw = (colour) => ({
  defs: sheen + fade('hide', 'down', [0, pale(colour.base, 0.1)], [1, dark(colour.base, 0.22)]),
  body:
    `<g transform="rotate(-6 320 330)">` +
    drop('M90 170H550V500H90Z', 7) +
    rect(96, 160, 448, 330, 22, dark(colour.base, 0.35)) +
    repeat(3, (i) => rect(340, 178 + i * 26, 180, 60, 8, ['#e6e2d8', '#9fb7c9', '#d9c08a'][i] ?? '#fff')) +
    rect(90, 236, 460, 262, 22, 'url(#hide)') +
    rect(90, 236, 460, 262, 22, 'url(#sheen)') +
    rect(
      106,
      252,
      428,
      230,
      14,
      'none',
      `stroke="${pale(colour.base, 0.3)}" stroke-width="3" stroke-dasharray="9 7"`,
    ) +
    rect(380, 400, 120, 50, 8, 'none', `stroke="${dark(colour.base, 0.4)}" stroke-width="3"`) +
    line('M400 425H480', dark(colour.base, 0.45), 6) +
    `</g>`,
})

const jhumka: Draw = (colour) => {
  const one = (x: number) =>
    drop(`M${x - 80} 400Q${x} 220 ${x + 80} 400Z`, 4) +
    ellipse(x, 130, 44, 44, 'url(#gold)') +
    ellipse(x, 130, 30, 30, colour.accent) +
    repeat(12, (i) => ellipse(x, 92, 6, 6, '#fff6dc', `transform="rotate(${i * 30} ${x} 130)"`)) +
    line(`M${x} 174V232`, '#b88a2c', 7) +
    path(`M${x - 92} 400Q${x - 86} 240 ${x} 228Q${x + 86} 240 ${x + 92} 400Z`, 'url(#gold)') +
    repeat(5, (i) => path(`M${x - 64 + i * 32} 372q-14 -30 0 -56q14 26 0 56Z`, colour.accent)) +
    rect(x - 98, 394, 196, 20, 10, '#e6c56f') +
    repeat(
      9,
      (i) =>
        line(`M${x - 84 + i * 21} 412v24`, '#b88a2c', 3) +
        ellipse(x - 84 + i * 21, 446, 9, 11, i % 2 ? '#fbf4e6' : colour.accent),
    )
  return { defs: roundBody('gold', '#d3a541'), body: one(190) + one(450) }
}

const bangles: Draw = (colour) => ({
  defs: fade(
    'glass',
    'across',
    [0, dark(colour.base, 0.3)],
    [0.3, pale(colour.base, 0.45)],
    [0.6, colour.base],
    [1, dark(colour.base, 0.35)],
  ),
  body:
    footing(320, 540, 230, 34) +
    repeat(9, (i) => {
      const y = 500 - i * 34
      const isGold = i % 4 === 0
      return (
        ellipse(
          320,
          y,
          190,
          62,
          'none',
          `stroke="${isGold ? '#8a6318' : dark(colour.base, 0.45)}" stroke-width="26"`,
        ) +
        ellipse(
          320,
          y - 3,
          190,
          62,
          'none',
          `stroke="${isGold ? '#dcb454' : 'url(#glass)'}" stroke-width="18"`,
        ) +
        repeat(isGold ? 9 : 0, (k) =>
          ellipse(180 + k * 35, y + 62 - Math.abs(k - 4) ** 2 * 2.4, 6, 6, colour.accent),
        )
      )
    }),
})

/** Drawings of shoes, leather and jewellery, by name. */
export const wearDrawings = {
  khussa,
  chappal,
  wallet,
  jhumka,
  bangles,
} satisfies Record<string, Draw>
