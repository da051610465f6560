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
import { lawn, stars, truckArt, vine } from './motifs.ts'

const shine = fade(
  'shine',
  'across',
  [0, '#000', 0.42],
  [0.2, '#fff', 0.1],
  [0.34, '#fff', 0.45],
  [0.5, '#fff', 0],
  [1, '#000', 0.45],
)

const vase: Draw = (colour) => {
  const pot =
    'M276 110H364Q372 160 352 190Q470 250 470 370Q470 500 384 556H256Q170 500 170 370Q170 250 288 190Q268 160 276 110Z'
  return {
    defs:
      shine + vine('glaze', '#f4f7fb', colour.base, colour.accent === '#f4f7fb' ? '#2aa6b8' : colour.accent),
    body:
      footing(320, 562, 170, 26) +
      path(pot, 'url(#glaze)') +
      path('M286 192Q320 204 354 192L366 214Q320 230 274 214Z', colour.base) +
      path('M184 320Q320 350 456 320L466 346Q320 378 174 346Z', colour.base) +
      path('M212 500Q320 530 428 500L408 532Q320 556 232 532Z', colour.base) +
      path(pot, 'url(#shine)') +
      ellipse(320, 110, 46, 13, pale(colour.base, 0.2)) +
      ellipse(320, 112, 36, 8, dark(colour.base, 0.5)),
  }
}

const plate: Draw = (colour) => ({
  defs:
    vine('glaze', '#f4f7fb', colour.base, '#2aa6b8', 72) +
    fade('sheen', 'across', [0, '#fff', 0.35], [0.5, '#fff', 0], [1, '#000', 0.22]),
  body:
    drop('M320 80A240 240 0 1 1 319 80Z', 7) +
    ellipse(320, 320, 240, 240, colour.base) +
    ellipse(320, 320, 228, 228, '#f4f7fb') +
    ellipse(320, 320, 216, 216, 'url(#glaze)') +
    ellipse(320, 320, 150, 150, colour.base) +
    ellipse(320, 320, 142, 142, '#f4f7fb') +
    repeat(12, (i) =>
      ellipse(320, 240, 20, 56, i % 2 ? colour.base : '#2aa6b8', `transform="rotate(${i * 30} 320 320)"`),
    ) +
    ellipse(320, 320, 34, 34, '#f4f7fb') +
    ellipse(320, 320, 24, 24, colour.base) +
    ellipse(320, 320, 240, 240, 'url(#sheen)'),
})

const onyxBowl: Draw = (colour) => {
  const bowl = 'M110 270Q120 470 270 510H370Q520 470 530 270Z'
  return {
    defs: shine + roundBody('stone', colour.base),
    body:
      footing(320, 560, 180, 26) +
      path('M250 500H390L420 556H220Z', dark(colour.base, 0.3)) +
      path(bowl, 'url(#stone)') +
      line(
        'M150 330C240 300 300 380 400 340S500 330 520 310M140 390C240 370 330 440 510 380M200 460C280 440 360 480 450 440',
        pale(colour.base, 0.6),
        8,
        'stroke-opacity=".6"',
      ) +
      line(
        'M160 360C260 340 340 410 515 350M180 430C280 410 340 460 480 416',
        dark(colour.base, 0.4),
        4,
        'stroke-opacity=".5"',
      ) +
      ellipse(320, 270, 210, 52, pale(colour.base, 0.35)) +
      ellipse(320, 276, 188, 40, dark(colour.base, 0.25)) +
      ellipse(320, 292, 150, 24, mix(colour.base, '#ffffff', 0.15), 'fill-opacity=".5"'),
  }
}

const brassPot: Draw = (colour) => {
  const pot = 'M270 120H370L356 220Q480 270 480 390Q480 500 380 540H260Q160 500 160 390Q160 270 284 220Z'
  return {
    defs: roundBody('brass', colour.base) + stars('chasing', colour.base, dark(colour.base, 0.4), 44),
    body:
      footing(320, 570, 170, 24) +
      path('M256 536H384L410 570H230Z', dark(colour.base, 0.35)) +
      path('M470 330Q580 300 560 190Q556 170 540 172Q552 270 462 296Z', 'url(#brass)') +
      path(pot, 'url(#brass)') +
      path('M166 350Q320 384 474 350L479 420Q320 454 161 420Z', 'url(#chasing)', 'fill-opacity=".75"') +
      line(
        'M168 346Q320 380 472 346M164 424Q320 458 476 424M284 222Q320 232 356 222',
        dark(colour.base, 0.4),
        5,
      ) +
      ellipse(320, 120, 54, 14, pale(colour.base, 0.3)) +
      path('M282 112Q320 60 358 112Z', 'url(#brass)') +
      ellipse(320, 68, 12, 14, pale(colour.base, 0.3)),
  }
}

const chaiSet: Draw = (colour) => {
  const cup = (x: number) =>
    footing(x + 50, 548, 84, 13) +
    ellipse(x + 50, 540, 84, 15, pale(colour.base, 0.7)) +
    path(`M${x} 440H${x + 100}Q${x + 98} 520 ${x + 70} 536H${x + 30}Q${x + 2} 520 ${x} 440Z`, 'url(#print)') +
    path(`M${x} 440H${x + 100}Q${x + 98} 520 ${x + 70} 536H${x + 30}Q${x + 2} 520 ${x} 440Z`, 'url(#shine)') +
    line(`M${x + 98} 458q34 4 24 34q-8 18 -30 18`, colour.base, 9) +
    ellipse(x + 50, 440, 50, 11, '#fff') +
    ellipse(x + 50, 442, 42, 8, '#b5713c')
  const pot = 'M190 250H410Q470 320 430 430H170Q130 320 190 250Z'
  return {
    defs: shine + lawn('print', { ...colour, base: '#f7f3ea', accent: colour.base }, 84),
    body:
      footing(310, 440, 190, 22) +
      line('M176 290q-86 -6 -80 70q6 52 76 50', colour.base, 17) +
      path('M424 350Q500 340 520 250L560 246Q540 400 428 410Z', pale(colour.base, 0.1)) +
      path(pot, 'url(#print)') +
      path(pot, 'url(#shine)') +
      path('M206 250Q300 180 394 250Z', colour.base) +
      path('M206 250Q300 180 394 250Z', 'url(#shine)') +
      ellipse(300, 200, 17, 17, colour.accent) +
      line('M180 262H420M166 424H434', colour.base, 7) +
      cup(170) +
      cup(400),
  }
}

const lamp: Draw = (colour) => {
  const shade = 'M250 130H390Q470 210 440 340Q410 400 320 406Q230 400 200 340Q170 210 250 130Z'
  return {
    defs:
      vine('hide', mix(colour.base, '#ffd98a', 0.55), dark(colour.base, 0.2), '#a12b3a', 80) +
      fade('glow', 'across', [0, '#5a2a08', 0.55], [0.45, '#fff1bf', 0.55], [1, '#5a2a08', 0.6]) +
      roundBody('wood', '#5b3418'),
    body:
      footing(320, 574, 140, 22) +
      path('M296 404H344L352 470Q390 500 410 566H230Q250 500 288 470Z', 'url(#wood)') +
      ellipse(320, 566, 92, 14, '#3c210d') +
      path(shade, 'url(#hide)') +
      path(shade, 'url(#glow)') +
      line('M212 200H428M190 290H450', dark(colour.base, 0.3), 6, 'stroke-opacity=".6"') +
      ellipse(320, 130, 70, 14, '#fff0c4') +
      ellipse(320, 130, 50, 8, '#fffdf2'),
  }
}

const chair: Draw = (colour) => ({
  defs:
    roundBody('wood', colour.base) +
    stars('carving', mix(colour.base, '#000000', 0.1), pale(colour.base, 0.35), 44),
  body:
    footing(320, 590, 200, 24) +
    path('M190 90Q320 30 450 90L440 330H200Z', 'url(#wood)') +
    path('M222 116Q320 70 418 116L412 310H228Z', 'url(#carving)') +
    repeat(2, (i) => rect(i ? 440 : 168, 300, 32, 290, 10, 'url(#wood)')) +
    repeat(2, (i) => rect(i ? 476 : 136, 280, 28, 22, 8, dark(colour.base, 0.3))) +
    path('M140 370Q320 340 500 370L514 430Q320 456 126 430Z', colour.accent) +
    path('M140 370Q320 340 500 370L504 388Q320 360 136 388Z', pale(colour.accent, 0.35)) +
    rect(124, 424, 392, 36, 10, 'url(#wood)') +
    repeat(2, (i) => rect(i ? 488 : 124, 440, 28, 150, 9, dark(colour.base, 0.15))) +
    line('M184 540H456', dark(colour.base, 0.3), 12),
})

const woodenBox: Draw = (colour) => ({
  defs:
    fade('front', 'down', [0, pale(colour.base, 0.12)], [1, dark(colour.base, 0.3)]) +
    stars('inlay', colour.base, pale(colour.accent, 0.15), 60),
  body:
    footing(320, 530, 260, 30) +
    path('M90 250L170 150H470L550 250Z', 'url(#inlay)') +
    path('M90 250L170 150H470L550 250Z', pale(colour.base, 0.3), 'fill-opacity=".25"') +
    rect(80, 246, 480, 70, 8, 'url(#front)') +
    rect(92, 320, 456, 196, 6, 'url(#front)') +
    rect(120, 344, 400, 148, 2, 'url(#inlay)', `stroke="${colour.accent}" stroke-width="5"`) +
    line('M84 318H556', dark(colour.base, 0.6), 6) +
    path('M294 286H346V350L320 376L294 350Z', '#d6ab4d', 'stroke="#7a5414" stroke-width="3"') +
    ellipse(320, 330, 7, 9, '#5a3c10'),
})

const cookware: Draw = (colour) => ({
  defs: roundBody('metal', colour.base),
  body:
    footing(320, 530, 230, 30) +
    repeat(2, (i) =>
      line(
        i ? 'M522 320q62 -4 58 44q-6 34 -58 32' : 'M118 320q-62 -4 -58 44q6 34 58 32',
        dark(colour.base, 0.45),
        20,
      ),
    ) +
    path('M112 280H528L508 470Q500 522 440 526H200Q140 522 132 470Z', 'url(#metal)') +
    rect(98, 264, 444, 30, 15, pale(colour.base, 0.2)) +
    path('M112 264Q150 170 320 164Q490 170 528 264Z', 'url(#metal)') +
    rect(286, 122, 68, 44, 16, dark(colour.base, 0.55)) +
    rect(294, 126, 20, 30, 8, pale(colour.base, 0.3), 'fill-opacity=".5"') +
    line('M124 400Q320 424 516 400', dark(colour.base, 0.3), 4, 'stroke-opacity=".5"'),
})

const kettle: Draw = (colour) => {
  const pot = 'M190 260Q320 220 450 260Q520 400 480 530Q320 556 160 530Q120 400 190 260Z'
  return {
    defs: shine + truckArt('paint', colour, 92),
    body:
      footing(320, 545, 200, 26) +
      line('M210 262Q220 90 320 90T430 262', '#2b2b30', 18) +
      path('M474 380Q560 360 570 250L612 244Q610 440 486 460Z', colour.base) +
      path(pot, 'url(#paint)') +
      path(pot, 'url(#shine)') +
      path('M206 258Q320 170 434 258Q320 232 206 258Z', colour.base) +
      line('M186 266Q320 226 454 266M160 520Q320 548 480 520', colour.accent, 9) +
      ellipse(320, 196, 20, 18, colour.accent),
  }
}

const fan: Draw = (colour) => ({
  defs: fade('blade', 'down', [0, pale(colour.base, 0.35)], [1, dark(colour.base, 0.15)]),
  body:
    footing(320, 592, 150, 22) +
    rect(308, 400, 24, 170, 8, '#8b929b') +
    ellipse(320, 580, 120, 20, dark(colour.base, 0.3)) +
    ellipse(320, 574, 118, 18, colour.base) +
    ellipse(320, 250, 204, 204, '#ffffff', 'fill-opacity=".5"') +
    repeat(3, (i) =>
      path(
        'M320 250C260 200 250 110 300 76C370 70 400 150 320 250Z',
        'url(#blade)',
        `transform="rotate(${i * 120} 320 250)"`,
      ),
    ) +
    repeat(5, (i) =>
      ellipse(
        320,
        250,
        204 - i * 36,
        204 - i * 36,
        'none',
        'stroke="#7b828b" stroke-width="3" stroke-opacity=".8"',
      ),
    ) +
    repeat(18, (i) =>
      line('M320 250V46', '#7b828b', 2, `stroke-opacity=".7" transform="rotate(${i * 20} 320 250)"`),
    ) +
    ellipse(320, 250, 40, 40, colour.base) +
    ellipse(310, 240, 16, 14, '#fff', 'fill-opacity=".5"'),
})

const teaCups: Draw = (colour) => ({
  defs: roundBody('glaze', colour.base),
  body: repeat(4, (i) => {
    const [x, y] = [150 + (i % 2) * 220, 150 + Math.floor(i / 2) * 210]
    return (
      footing(x + 62, y + 152, 92, 14) +
      path(`M${x} ${y}H${x + 124}L${x + 106} ${y + 150}H${x + 18}Z`, 'url(#glaze)') +
      line(`M${x + 122} ${y + 30}q46 2 38 46q-8 34 -46 32`, dark(colour.base, 0.2), 13) +
      path(
        `M${x + 5} ${y + 46}H${x + 119}L${x + 114} ${y + 86}H${x + 10}Z`,
        colour.accent,
        'fill-opacity=".85"',
      ) +
      ellipse(x + 62, y, 62, 15, pale(colour.base, 0.35)) +
      ellipse(x + 62, y + 3, 52, 10, dark(colour.base, 0.5))
    )
  }),
})

/** Drawings of things for the house, by name. */
export const homeDrawings = {
  vase,
  plate,
  onyxBowl,
  brassPot,
  chaiSet,
  lamp,
  chair,
  woodenBox,
  cookware,
  kettle,
  fan,
  teaCups,
} satisfies Record<string, Draw>
