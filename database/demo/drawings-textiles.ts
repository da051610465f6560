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
import { folded, folds, sheen } from './fabric.ts'
import { ajrak, guls, lawn, rilli, stars, truckArt } from './motifs.ts'

/** Cloth hanging over a rail: dupatta, stole. */
const dupatta: Draw = (colour) => {
  const cloth =
    'M150 120H490L506 470Q480 486 456 470Q430 452 404 470Q372 490 342 470Q312 452 284 472Q252 490 222 468Q184 446 138 470Z'
  return {
    defs:
      sheen +
      truckArt('border', colour, 64) +
      fade(
        'silk',
        'across',
        [0, dark(colour.base, 0.2)],
        [0.15, pale(colour.base, 0.25)],
        [0.32, colour.base],
        [0.48, pale(colour.base, 0.35)],
        [0.64, colour.base],
        [0.82, pale(colour.base, 0.2)],
        [1, dark(colour.base, 0.3)],
      ),
    body:
      footing(320, 580, 220) +
      drop(cloth, 6) +
      path(cloth, 'url(#silk)') +
      path(
        'M142 374L138 470Q184 446 222 468Q252 490 284 472Q312 452 342 470Q372 490 404 470Q430 452 456 470Q480 486 506 470L502 374Z',
        'url(#border)',
        'fill-opacity=".92"',
      ) +
      repeat(36, (i) => ellipse(180 + (i % 6) * 56, 160 + Math.floor(i / 6) * 36, 4, 4, colour.accent)) +
      line(
        'M222 124C214 240 216 360 222 464M342 124C350 250 346 360 342 466M404 124C398 240 402 360 404 466',
        '#000',
        8,
        'stroke-opacity=".1"',
      ) +
      repeat(24, (i) => line(`M${144 + i * 15.4} ${462 + (i % 3) * 6}v36`, colour.accent, 3)) +
      rect(90, 100, 460, 24, 12, '#8a5a32') +
      rect(90, 100, 460, 9, 5, '#b98454'),
  }
}

const ajrakShawl: Draw = (colour) => ({
  defs:
    sheen + folds + ajrak('print', colour) + ajrak('edge', { ...colour, base: dark(colour.base, 0.3) }, 44),
  body:
    folded(96, 110, 448, 360, 'url(#print)', colour.base, 5) +
    rect(96, 400, 448, 70, 0, 'url(#edge)') +
    line('M96 400H544', '#f3ead8', 5) +
    rect(96, 110, 66, 360, 0, 'url(#edge)') +
    line('M162 110V400', '#f3ead8', 5) +
    rect(96, 110, 448, 360, 12, 'url(#sheen)'),
})

const shawl: Draw = (colour) => ({
  defs: sheen + folds + stars('weave', colour.base, mix(colour.base, colour.accent, 0.45), 46),
  body:
    folded(120, 90, 400, 330, colour.base, colour.base, 4) +
    rect(120, 90, 400, 330, 12, 'url(#sheen)') +
    rect(120, 300, 400, 120, 0, 'url(#weave)') +
    line('M120 300H520M120 414H520', colour.accent, 6) +
    repeat(40, (i) =>
      line(
        `M${126 + i * 10} 466q${i % 2 ? 5 : -5} 34 0 ${66 + (i % 3) * 5}`,
        i % 2 ? colour.base : dark(colour.base, 0.2),
        4,
      ),
    ),
})

const quilt: Draw = (colour) => ({
  defs: sheen + folds + rilli('patch', colour),
  body:
    folded(90, 110, 460, 380, 'url(#patch)', colour.accent, 5) +
    rect(90, 110, 460, 380, 12, 'none', `stroke="${colour.base}" stroke-width="18"`) +
    rect(90, 110, 460, 380, 12, 'url(#sheen)'),
})

const bedsheet: Draw = (colour) => ({
  defs: sheen + folds + lawn('print', colour, 150),
  body:
    rect(90, 150, 460, 120, 18, '#7a5230') +
    path('M70 300H570L610 560H30Z', 'url(#print)') +
    path('M70 300H570L610 560H30Z', 'url(#folds)') +
    path('M70 300H570L576 340H64Z', pale(colour.base, 0.55)) +
    repeat(
      2,
      (i) =>
        drop(
          `M${110 + i * 220} 214Q${205 + i * 220} 190 ${305 + i * 220} 214Q${320 + i * 220} 262 ${305 + i * 220} 316Q${205 + i * 220} 334 ${110 + i * 220} 316Q${92 + i * 220} 262 ${110 + i * 220} 214Z`,
          3,
        ) +
        path(
          `M${110 + i * 220} 214Q${205 + i * 220} 190 ${305 + i * 220} 214Q${320 + i * 220} 262 ${305 + i * 220} 316Q${205 + i * 220} 334 ${110 + i * 220} 316Q${92 + i * 220} 262 ${110 + i * 220} 214Z`,
          i ? pale(colour.base, 0.25) : 'url(#print)',
          `stroke="${colour.accent}" stroke-width="5"`,
        ),
    ) +
    rect(30, 556, 580, 18, 9, dark(colour.base, 0.35)),
})

const prayerMat: Draw = (colour) => ({
  defs: sheen + guls('edge', colour, 40),
  body:
    drop('M190 50H450V570H190Z', 6) +
    rect(190, 50, 260, 520, 4, 'url(#edge)') +
    rect(226, 86, 188, 448, 0, dark(colour.base, 0.1), 'stroke="#f1e4c8" stroke-width="5"') +
    path(
      'M240 520V260Q240 200 320 130Q400 200 400 260V520Z',
      pale(colour.base, 0.12),
      `stroke="${colour.accent}" stroke-width="6"`,
    ) +
    line('M320 150V210', colour.accent, 4) +
    path('M304 210H336L344 250Q320 276 296 250Z', colour.accent) +
    ellipse(320, 400, 46, 60, 'none', `stroke="${colour.accent}" stroke-width="6"`) +
    ellipse(320, 400, 18, 26, colour.accent) +
    rect(190, 50, 260, 520, 4, 'url(#sheen)') +
    repeat(26, (i) => line(`M${194 + i * 10} 48v-20M${194 + i * 10} 572v20`, '#efe3cb', 3)),
})

const rug: Draw = (colour) => ({
  defs: sheen + guls('field', colour, 84) + guls('edge', { ...colour, base: dark(colour.base, 0.4) }, 38),
  body:
    drop('M70 130H570V510H70Z', 6) +
    rect(70, 130, 500, 380, 2, 'url(#edge)') +
    rect(108, 168, 424, 304, 0, 'url(#field)', 'stroke="#f1e4c8" stroke-width="7"') +
    rect(70, 130, 500, 380, 2, 'url(#sheen)') +
    repeat(38, (i) => line(`M70 ${136 + i * 10}h-18M570 ${136 + i * 10}h18`, '#efe3cb', 3)),
})

/** Drawings of shawls, and of what lies on beds and floors, by name. */
export const textileDrawings = {
  dupatta,
  ajrakShawl,
  shawl,
  quilt,
  bedsheet,
  prayerMat,
  rug,
} satisfies Record<string, Draw>
