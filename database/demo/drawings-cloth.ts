import { type Draw, dark, drop, ellipse, fade, footing, line, pale, path, rect, repeat } from './drawing.ts'
import { folded, folds, sheen } from './fabric.ts'
import { lawn, phulkari } from './motifs.ts'

function tunic(width: number, hem: number, sleeve: string): string {
  const [l, r] = [320 - width, 320 + width]
  return `M268 92Q320 128 372 92L462 128L${sleeve}L${r - 6} 276L${r + hem} 552Q320 574 ${l - hem} 552L${l + 6} 276L`
}

const lawnSuit: Draw = (colour) => ({
  defs:
    sheen +
    folds +
    lawn('print', colour) +
    fade('plain', 'down', [0, pale(colour.base, 0.2)], [1, colour.base]),
  body:
    folded(150, 90, 400, 150, 'url(#plain)', colour.base, 2) +
    folded(105, 190, 430, 150, pale(colour.accent, 0.25), colour.accent, 2) +
    repeat(9, (i) => rect(105 + i * 48, 196, 20, 120, 0, '#fff', 'fill-opacity=".25"')) +
    folded(80, 300, 470, 200, 'url(#print)', colour.base, 4) +
    rect(260, 300, 86, 240, 4, '#fffdf8', 'fill-opacity=".94"') +
    rect(276, 350, 54, 54, 27, colour.base) +
    line('M284 430H322M278 448H328M288 466H318', dark(colour.base), 4, 'stroke-opacity=".5"'),
})

const kurta: Draw = (colour) => {
  const shape = `${tunic(118, 18, '596 372Q576 404 524 414')}116 414Q64 404 44 372L178 128Z`
  return {
    defs: sheen + folds,
    body:
      drop(shape, 6) +
      path(shape, colour.base) +
      path(shape, 'url(#sheen)') +
      path(shape, 'url(#folds)') +
      line('M206 282L196 545M434 282L444 545', dark(colour.base), 4, 'stroke-opacity=".35"') +
      line(
        'M270 330C262 400 258 470 262 548M372 300C384 390 384 470 380 548',
        dark(colour.base),
        9,
        'stroke-opacity=".1"',
      ) +
      path('M258 96Q320 146 382 96L390 82Q320 118 250 82Z', dark(colour.base, 0.2)) +
      path(
        'M300 116H340V318L320 334L300 318Z',
        pale(colour.base, 0.14),
        `stroke="${colour.accent}" stroke-width="4"`,
      ) +
      repeat(4, (i) =>
        ellipse(320, 156 + i * 42, 7, 7, colour.accent, `stroke="${dark(colour.accent)}" stroke-width="2"`),
      ) +
      line('M118 410Q70 398 46 370M522 410Q570 398 594 370', colour.accent, 7),
  }
}

const kurti: Draw = (colour) => {
  const shape = `${tunic(104, 72, '560 300Q548 328 502 338')}138 338Q92 328 80 300L178 128Z`
  return {
    defs: sheen + folds + phulkari('panel', colour, 40) + lawn('print', colour, 110),
    body:
      drop(shape, 6) +
      path(shape, 'url(#print)') +
      path('M160 500L144 552Q320 574 496 552L482 500Q320 520 160 500Z', 'url(#panel)') +
      path('M262 100Q320 150 378 100L402 112L380 210L320 300L260 210L238 112Z', 'url(#panel)') +
      path(
        'M262 100Q320 150 378 100L402 112L380 210L320 300L260 210L238 112Z',
        'none',
        `stroke="${colour.accent}" stroke-width="5"`,
      ) +
      line('M140 336Q94 326 82 300M500 336Q546 326 558 300', colour.accent, 12) +
      path(shape, 'url(#sheen)') +
      path(shape, 'url(#folds)'),
  }
}

const suit: Draw = (colour) => {
  const body = 'M170 110H470Q486 110 486 128V560Q486 576 470 576H170Q154 576 154 560V128Q154 110 170 110Z'
  return {
    defs: sheen + folds,
    body:
      drop('M120 150H440V600H120Z') +
      rect(118, 150, 330, 446, 14, dark(colour.base, 0.18)) +
      drop(body) +
      path(body, colour.base) +
      path(body, 'url(#sheen)') +
      path('M240 110L320 150L400 110L412 84Q320 60 228 84Z', dark(colour.base, 0.28)) +
      path('M236 88L320 152L268 196L212 112Z', pale(colour.base, 0.12)) +
      path('M404 88L320 152L372 196L428 112Z', pale(colour.base, 0.06)) +
      rect(
        302,
        152,
        36,
        300,
        4,
        pale(colour.base, 0.1),
        `stroke="${dark(colour.base, 0.2)}" stroke-width="2"`,
      ) +
      repeat(
        5,
        (i) =>
          ellipse(320, 186 + i * 56, 8, 8, colour.accent) +
          ellipse(318, 184 + i * 56, 3, 3, '#fff', 'fill-opacity=".6"'),
      ) +
      rect(376, 260, 80, 96, 6, 'none', `stroke="${dark(colour.base, 0.25)}" stroke-width="3"`) +
      line('M154 470H486', dark(colour.base), 5, 'stroke-opacity=".25"') +
      path(body, 'url(#folds)'),
  }
}

const topi: Draw = (colour) => {
  const wall =
    'M110 300Q110 260 320 250Q530 260 530 300L516 452Q500 500 382 512L368 420Q320 390 272 420L258 512Q140 500 124 452Z'
  return {
    defs: sheen + folds + phulkari('work', colour, 46),
    body:
      footing(320, 520, 230) +
      ellipse(320, 286, 210, 92, dark(colour.base, 0.2)) +
      ellipse(320, 280, 208, 88, 'url(#work)') +
      path(wall, 'url(#work)') +
      path(wall, 'url(#sheen)') +
      path(wall, 'none', `stroke="${colour.accent}" stroke-width="7"`) +
      repeat(11, (i) =>
        ellipse(
          150 + i * 34,
          326 - Math.sin((i / 10) * Math.PI) * -22,
          10,
          10,
          '#eef6fb',
          `stroke="${dark(colour.accent)}" stroke-width="3"`,
        ),
      ) +
      ellipse(320, 270, 96, 34, 'none', `stroke="${colour.accent}" stroke-width="7"`) +
      ellipse(320, 268, 30, 11, '#eef6fb', `stroke="${dark(colour.accent)}" stroke-width="3"`),
  }
}

const pakol: Draw = (colour) => ({
  defs: fade(
    'felt',
    'across',
    [0, dark(colour.base, 0.4)],
    [0.3, pale(colour.base, 0.18)],
    [0.65, colour.base],
    [1, dark(colour.base, 0.45)],
  ),
  body:
    footing(320, 500, 240) +
    ellipse(320, 290, 208, 96, pale(colour.base, 0.1)) +
    ellipse(320, 284, 190, 82, colour.base) +
    ellipse(320, 276, 150, 56, pale(colour.base, 0.08)) +
    rect(96, 330, 448, 74, 37, 'url(#felt)') +
    rect(84, 378, 472, 72, 36, 'url(#felt)') +
    rect(96, 428, 448, 66, 33, 'url(#felt)') +
    line(
      'M120 372Q320 392 520 372M110 424Q320 444 530 424',
      dark(colour.base, 0.6),
      4,
      'stroke-opacity=".5"',
    ),
})

const waistcoat: Draw = (colour) => {
  const half = (flip: string) =>
    `<g ${flip}>` +
    path('M316 200L250 84L196 108Q204 210 158 256L150 560H300L316 520Z', colour.base) +
    path('M316 200L250 84L196 108Q204 210 158 256L150 560H300L316 520Z', 'url(#sheen)') +
    path('M250 84L316 200L306 224L228 100Z', pale(colour.base, 0.12)) +
    rect(180, 420, 100, 16, 5, dark(colour.base, 0.3)) +
    rect(190, 268, 70, 12, 4, dark(colour.base, 0.3)) +
    `</g>`
  return {
    defs: sheen,
    body:
      drop('M196 108L250 84H390L444 108Q436 210 482 256L490 560H150L158 256Q204 210 196 108Z', 6) +
      path('M250 84L320 210L390 84Q320 110 250 84Z', dark(colour.base, 0.55)) +
      half('') +
      half('transform="translate(640 0) scale(-1 1)"') +
      line('M318 214V520', dark(colour.base, 0.5), 3) +
      repeat(5, (i) => ellipse(330, 250 + i * 60, 8, 8, colour.accent)),
  }
}

/** Drawings of clothing, by name. */
export const clothDrawings = {
  lawnSuit,
  kurta,
  kurti,
  suit,
  topi,
  pakol,
  waistcoat,
} satisfies Record<string, Draw>
