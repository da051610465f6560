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
} from './drawing.ts'
import { truckArt } from './motifs.ts'

const steel = fade(
  'steel',
  'across',
  [0, '#7e8790'],
  [0.3, '#f4f7f9'],
  [0.5, '#b4bcc4'],
  [0.75, '#e4e9ed'],
  [1, '#6e7780'],
)
const sheen = fade('sheen', 'across', [0, '#fff', 0.28], [0.4, '#fff', 0], [1, '#000', 0.3])

const football: Draw = (colour) => {
  return {
    defs: `<radialGradient id="ball" cx=".36" cy=".3" r=".8"><stop offset="0" stop-color="#ffffff"/><stop offset=".6" stop-color="#eceae6"/><stop offset="1" stop-color="#8d8a85"/></radialGradient><clipPath id="disc"><circle cx="320" cy="330" r="220"/></clipPath>`,
    body:
      footing(330, 560, 190, 28) +
      ellipse(320, 330, 220, 220, 'url(#ball)') +
      `<g clip-path="url(#disc)">` +
      path('M320 262L385 309L360 385H280L255 309Z', colour.base) +
      repeat(
        5,
        (i) =>
          `<g transform="rotate(${i * 72} 320 330)">${line('M320 262V176', '#4b4a48', 5)}${path('M262 130L320 176L378 130L360 90H280Z', i % 2 ? colour.base : mix(colour.base, colour.accent, 0.7))}</g>`,
      ) +
      repeat(5, (i) => line('M262 130L196 150', '#4b4a48', 5, `transform="rotate(${i * 72} 320 330)"`)) +
      `</g>` +
      ellipse(250, 230, 60, 40, '#fff', 'fill-opacity=".55" transform="rotate(-38 250 230)"'),
  }
}

const cricketBat: Draw = (colour) => ({
  defs: fade('willow', 'across', [0, '#b98d55'], [0.3, '#f0d7a6'], [0.55, '#e2c08a'], [1, '#a87b45']),
  body:
    `<g transform="rotate(24 320 320)">` +
    drop('M262 200H378V590H262Z', 6) +
    path('M300 30H340L344 190L382 222V576Q382 600 356 600H284Q258 600 258 576V222L296 190Z', 'url(#willow)') +
    rect(296, 22, 48, 172, 18, colour.base) +
    repeat(12, (i) => line(`M297 ${36 + i * 13}L343 ${42 + i * 13}`, dark(colour.base, 0.4), 3)) +
    path('M258 270L382 330V420L258 360Z', colour.base) +
    path('M258 372L382 432V452L258 392Z', colour.accent) +
    rect(258, 470, 124, 44, 0, mix(colour.base, '#000000', 0.2), 'fill-opacity=".85"') +
    line('M300 540V590M338 530V594', '#a87b45', 2, 'stroke-opacity=".6"') +
    `</g>` +
    ellipse(150, 500, 66, 66, '#8f1d22') +
    ellipse(130, 478, 24, 18, '#e58a8a', 'fill-opacity=".6"') +
    line('M92 470Q150 500 210 474M96 484Q150 514 212 488', '#f0dcc0', 3, 'stroke-dasharray="5 4"'),
})

const instruments: Draw = (colour) => ({
  defs: steel,
  body:
    rect(70, 90, 500, 460, 26, dark(colour.base, 0.25)) +
    rect(86, 106, 468, 428, 18, mix(colour.base, '#dfe7ea', 0.3)) +
    repeat(6, (i) => line(`M86 ${160 + i * 68}H554`, '#ffffff', 1, 'stroke-opacity=".35"')) +
    `<g transform="rotate(8 200 320)">${drop('M180 130L214 130L206 360L190 360Z', 3)}${path('M186 130Q200 116 210 132L204 360H190Z', 'url(#steel)')}${path('M214 134Q198 116 188 132L196 360H210Z', 'url(#steel)')}${ellipse(198, 330, 9, 9, '#59626a')}${line('M196 360L168 430M204 360L232 430', '#a9b2ba', 13)}${ellipse(158, 462, 28, 36, 'none', 'stroke="#c3cbd2" stroke-width="13"')}${ellipse(242, 462, 28, 36, 'none', 'stroke="#c3cbd2" stroke-width="13"')}</g>` +
    drop('M330 130H352V500H330Z', 3) +
    path('M330 280H356L352 500Q343 512 334 500ZM334 280Q326 180 356 134V280Z', 'url(#steel)') +
    line('M340 320H350M340 336H350M340 352H350M340 368H350', '#5f6870', 3) +
    drop('M430 130L470 130L480 500L440 500Z', 3) +
    path('M440 136Q448 300 428 470Q432 506 452 506L456 136Z', 'url(#steel)') +
    path('M472 136Q464 300 486 470Q482 506 462 506L456 136Z', 'url(#steel)') +
    line('M456 136V200', '#59626a', 2),
})

const phoneCase: Draw = (colour) => ({
  defs: sheen + truckArt('art', colour, 96),
  body:
    drop('M214 70H426Q456 70 456 100V540Q456 570 426 570H214Q184 570 184 540V100Q184 70 214 70Z', 7) +
    rect(184, 70, 272, 500, 42, dark(colour.base, 0.3)) +
    rect(192, 78, 256, 484, 36, 'url(#art)') +
    rect(192, 78, 256, 484, 36, 'url(#sheen)') +
    rect(210, 96, 112, 116, 28, dark(colour.base, 0.55)) +
    repeat(3, (i) =>
      ellipse(
        240 + (i % 2) * 52,
        126 + Math.floor(i / 2) * 54,
        20,
        20,
        '#101014',
        'stroke="#5d6168" stroke-width="4"',
      ),
    ) +
    ellipse(296, 182, 9, 9, '#fff4c9'),
})

const charger: Draw = (colour) => ({
  defs: fade('shell', 'down', [0, pale(colour.base, 0.3)], [1, dark(colour.base, 0.12)]),
  body:
    drop('M170 120H390V400H170Z', 6) +
    line(
      'M286 420C280 560 520 600 520 470C520 400 440 420 452 500C460 560 560 560 574 520',
      dark(colour.base, 0.3),
      15,
    ) +
    line(
      'M286 420C280 560 520 600 520 470C520 400 440 420 452 500C460 560 560 560 574 520',
      pale(colour.base, 0.15),
      8,
    ) +
    rect(230, 60, 20, 64, 5, '#b9a15a') +
    rect(318, 60, 20, 64, 5, '#b9a15a') +
    rect(170, 116, 230, 280, 38, 'url(#shell)', `stroke="${dark(colour.base, 0.3)}" stroke-width="3"`) +
    rect(190, 136, 190, 90, 24, '#fff', 'fill-opacity=".12"') +
    path('M300 210L256 280H284L272 336L322 258H292Z', colour.accent) +
    rect(252, 380, 70, 26, 8, dark(colour.base, 0.6)),
})

const earbuds: Draw = (colour) => {
  const bud = (x: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} 200)">${drop(`M${x - 14} 210h30v130h-30Z`, 3)}${rect(x - 15, 190, 30, 150, 15, 'url(#shell)')}${ellipse(x, 176, 46, 50, 'url(#shell)')}${ellipse(x - 10, 160, 24, 22, dark(colour.base, 0.6))}</g>`
  return {
    defs: fade(
      'shell',
      'across',
      [0, pale(colour.base, 0.4)],
      [0.5, colour.base],
      [1, dark(colour.base, 0.3)],
    ),
    body:
      footing(320, 560, 210, 26) +
      bud(220, -14) +
      bud(420, 14) +
      rect(130, 380, 380, 170, 78, 'url(#shell)') +
      rect(130, 380, 380, 80, 40, '#fff', 'fill-opacity=".16"') +
      line('M150 446H490', dark(colour.base, 0.4), 4) +
      ellipse(320, 500, 8, 8, colour.accent),
  }
}

const book: Draw = (colour) => ({
  defs: sheen + fade('cover', 'down', [0, pale(colour.base, 0.12)], [1, dark(colour.base, 0.25)]),
  body:
    `<g transform="rotate(-4 320 320)">` +
    drop('M150 70H500V580H150Z', 7) +
    rect(152, 84, 356, 492, 8, '#efe6d2') +
    repeat(5, (i) =>
      line(`M502 ${100 + i}V${560 + i}`, '#c9bda3', 1, `transform="translate(${i * -1.5} ${i * 3})"`),
    ) +
    rect(140, 70, 352, 490, 8, 'url(#cover)') +
    rect(466, 70, 26, 490, 6, '#000', 'fill-opacity=".22"') +
    rect(172, 104, 272, 422, 4, 'none', `stroke="${colour.accent}" stroke-width="4"`) +
    rect(182, 114, 252, 402, 2, 'none', `stroke="${colour.accent}" stroke-width="1.5"`) +
    path(
      'M228 330V244Q232 186 308 150Q384 186 388 244V330Z',
      dark(colour.base, 0.3),
      `stroke="${colour.accent}" stroke-width="4"`,
    ) +
    path('M322 196A34 34 0 1 0 340 246A42 42 0 1 1 322 196Z', colour.accent) +
    rect(258, 280, 100, 10, 5, colour.accent) +
    rect(278, 300, 60, 7, 3, colour.accent) +
    path('M308 386L340 418L308 450L276 418Z', 'none', `stroke="${colour.accent}" stroke-width="4"`) +
    ellipse(308, 418, 9, 9, colour.accent) +
    line('M258 490H358', colour.accent, 4) +
    rect(140, 70, 352, 490, 8, 'url(#sheen)') +
    `</g>`,
})

const schoolBag: Draw = (colour) => ({
  defs: fade(
    'body',
    'across',
    [0, dark(colour.base, 0.25)],
    [0.25, pale(colour.base, 0.15)],
    [0.7, colour.base],
    [1, dark(colour.base, 0.4)],
  ),
  body:
    footing(320, 578, 210, 28) +
    line('M266 120Q270 60 320 60T374 120', dark(colour.base, 0.5), 18) +
    repeat(2, (i) =>
      line(i ? 'M486 250Q560 330 512 520' : 'M154 250Q80 330 128 520', dark(colour.base, 0.4), 28),
    ) +
    path('M170 240Q170 96 320 96T470 240V540Q470 574 436 574H204Q170 574 170 540Z', 'url(#body)') +
    path(
      'M196 250Q196 150 320 150T444 250',
      'none',
      `stroke="${dark(colour.base, 0.5)}" stroke-width="6" stroke-dasharray="4 3"`,
    ) +
    rect(196, 346, 248, 190, 26, mix(colour.base, colour.accent, 0.85)) +
    rect(196, 346, 248, 62, 26, colour.accent) +
    line('M210 404H430', dark(colour.base, 0.5), 5, 'stroke-dasharray="4 3"') +
    rect(306, 396, 28, 44, 8, '#d9dde1') +
    rect(236, 210, 168, 70, 12, dark(colour.base, 0.25)) +
    line('M256 234H384M256 256H350', colour.accent, 6),
})

/** Drawings of sports goods, tools, gadgets, books and bags, by name. */
export const goodsDrawings = {
  football,
  cricketBat,
  instruments,
  phoneCase,
  charger,
  earbuds,
  book,
  schoolBag,
} satisfies Record<string, Draw>
