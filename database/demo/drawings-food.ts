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
import { stars, truckArt } from './motifs.ts'

const glassShine = fade(
  'glass',
  'across',
  [0, '#000', 0.3],
  [0.14, '#fff', 0.5],
  [0.24, '#fff', 0.1],
  [0.7, '#fff', 0],
  [1, '#000', 0.34],
)
/** Lines of print on a label that nobody can read at this size. */
const print = (x: number, y: number, w: number, ink: string) =>
  line(
    `M${x} ${y}h${w}M${x + w * 0.14} ${y + 16}h${w * 0.72}M${x + w * 0.26} ${y + 32}h${w * 0.48}`,
    ink,
    6,
    'stroke-opacity=".65"',
  )

const dates: Draw = (colour) => ({
  defs: roundBody('date', '#5a2a14') + stars('lid', colour.base, pale(colour.accent, 0.1), 48),
  body:
    drop('M80 250H560V540H80Z', 6) +
    path('M110 120H530L560 250H80Z', 'url(#lid)') +
    path('M110 120H530L560 250H80Z', '#000', 'fill-opacity=".12"') +
    rect(80, 244, 480, 300, 14, dark(colour.base, 0.2)) +
    rect(96, 260, 448, 268, 8, '#f2e6cf') +
    repeat(24, (i) => {
      const [x, y] = [140 + (i % 6) * 72, 300 + Math.floor(i / 6) * 62]
      const turn = `transform="rotate(${((i * 47) % 50) - 25} ${x} ${y})"`
      return (
        ellipse(x, y, 37, 22, 'url(#date)', turn) +
        ellipse(x - 10, y - 7, 14, 4, '#e8a873', `fill-opacity=".55" ${turn}`)
      )
    }) +
    rect(246, 384, 148, 70, 8, '#fffaf0', `stroke="${colour.base}" stroke-width="4"`) +
    print(270, 404, 100, colour.base),
})

const rice: Draw = (colour) => {
  const sack =
    'M170 130Q320 150 470 130Q490 200 500 330Q510 480 480 560Q320 590 160 560Q130 480 140 330Q150 200 170 130Z'
  return {
    defs: fade('jute', 'across', [0, '#b9a582'], [0.3, '#f2e8d2'], [0.7, '#e4d6b8'], [1, '#a08c69']),
    body:
      footing(320, 576, 210, 28) +
      path('M196 60Q320 84 444 60L470 134Q320 160 170 134Z', 'url(#jute)') +
      line('M176 134Q320 158 464 134', colour.base, 12) +
      path(sack, 'url(#jute)') +
      path('M146 250Q320 268 494 250L504 440Q320 462 136 440Z', colour.base) +
      ellipse(320, 344, 84, 76, '#fffaf0') +
      repeat(7, (i) =>
        ellipse(
          272 + i * 16,
          360 - (i % 3) * 22,
          5,
          19,
          '#d9b65c',
          `transform="rotate(${-40 + i * 14} ${272 + i * 16} ${360 - (i % 3) * 22})"`,
        ),
      ) +
      print(262, 482, 116, dark(colour.base, 0.2)) +
      repeat(16, (i) =>
        ellipse(
          90 + i * 30,
          596 + (i % 3) * 8,
          4,
          11,
          '#fbf6ea',
          `transform="rotate(${(i * 53) % 180} ${90 + i * 30} ${596 + (i % 3) * 8})"`,
        ),
      ),
  }
}

const honey: Draw = (colour) => {
  const jar = 'M190 190H450Q480 214 480 260V520Q480 564 436 564H204Q160 564 160 520V260Q160 214 190 190Z'
  return {
    defs:
      glassShine +
      fade('honey', 'down', [0, pale(colour.base, 0.35)], [0.5, colour.base], [1, dark(colour.base, 0.35)]),
    body:
      footing(320, 572, 180, 26) +
      path(jar, 'url(#honey)') +
      rect(180, 300, 280, 180, 10, '#fff8e6') +
      path('M320 318L350 336V370L320 388L290 370V336Z', colour.base) +
      path(
        'M278 352L300 364V390L278 402L256 390V364ZM362 352L384 364V390L362 402L340 390V364Z',
        pale(colour.base, 0.3),
      ) +
      print(250, 424, 140, dark(colour.base, 0.45)) +
      path(jar, 'url(#glass)') +
      rect(178, 110, 284, 86, 14, '#c9a86a') +
      rect(178, 110, 284, 30, 14, '#e3c78d') +
      repeat(14, (i) => line(`M${192 + i * 20} 144v44`, '#9c7c42', 3, 'stroke-opacity=".5"')),
  }
}

const spices: Draw = (colour) => {
  const bowl = (x: number, y: number, heap: string) =>
    footing(x, y + 98, 112, 17) +
    path(
      `M${x - 110} ${y}Q${x - 96} ${y + 96} ${x - 40} ${y + 100}H${x + 40}Q${x + 96} ${y + 96} ${x + 110} ${y}Z`,
      'url(#clay)',
    ) +
    ellipse(x, y, 110, 32, '#8a4a26') +
    path(`M${x - 98} ${y}Q${x} ${y - 124} ${x + 98} ${y}Q${x} ${y + 44} ${x - 98} ${y}Z`, heap) +
    path(
      `M${x - 60} ${y - 28}Q${x} ${y - 112} ${x + 20} ${y - 50}Q${x - 20} ${y - 40} ${x - 60} ${y - 28}Z`,
      pale(heap, 0.3),
      'fill-opacity=".5"',
    ) +
    repeat(14, (i) => ellipse(x - 70 + ((i * 41) % 140), y - 8 - ((i * 29) % 40), 3, 3, dark(heap, 0.35)))
  return {
    defs: roundBody('clay', '#a55a30'),
    body:
      bowl(200, 210, mix(colour.base, '#d8891a', 0.75)) +
      bowl(450, 230, '#8c5a2b') +
      bowl(310, 440, colour.base) +
      path('M470 470Q500 430 520 450Q540 500 580 540Q560 556 520 520Q490 500 470 470Z', '#b3261c') +
      line('M472 462q-16 -16 -10 -30', '#4d7a2d', 8),
  }
}

const pack: Draw = (colour) => ({
  defs:
    fade(
      'foil',
      'across',
      [0, dark(colour.base, 0.3)],
      [0.2, pale(colour.base, 0.2)],
      [0.5, colour.base],
      [0.8, pale(colour.base, 0.08)],
      [1, dark(colour.base, 0.4)],
    ) + truckArt('band', colour, 70),
  body:
    footing(320, 580, 170, 26) +
    path('M168 90L180 78H460L472 90V560Q320 588 168 560Z', 'url(#foil)') +
    rect(168, 78, 304, 36, 4, dark(colour.base, 0.3)) +
    repeat(24, (i) => line(`M${174 + i * 12.6} 82v28`, pale(colour.base, 0.3), 2, 'stroke-opacity=".6"')) +
    rect(168, 420, 304, 90, 0, 'url(#band)') +
    ellipse(320, 270, 112, 112, '#fff8ea') +
    path('M250 262H370Q366 322 340 332H280Q254 322 250 262Z', '#a1622f') +
    line('M368 272q36 0 28 30q-8 18 -34 18', '#a1622f', 9) +
    line('M286 240q-12 -18 2 -34M322 240q-12 -18 2 -34', dark(colour.base, 0.3), 5) +
    print(262, 348, 116, dark(colour.base, 0.4)) +
    print(250, 140, 140, '#fff8ea'),
})

const nuts: Draw = (colour) => {
  const pouch = 'M150 110H490L510 540Q320 590 130 540Z'
  return {
    defs:
      fade(
        'pouch',
        'across',
        [0, dark(colour.base, 0.35)],
        [0.25, pale(colour.base, 0.18)],
        [0.6, colour.base],
        [1, dark(colour.base, 0.4)],
      ) + roundBody('nut', '#b06f35'),
    body:
      footing(320, 574, 200, 26) +
      path(pouch, 'url(#pouch)') +
      rect(150, 96, 340, 44, 6, dark(colour.base, 0.2)) +
      line('M160 152H480', pale(colour.base, 0.4), 4, 'stroke-dasharray="10 7"') +
      path('M230 330Q320 250 410 330V460Q320 510 230 460Z', '#f6ead2') +
      repeat(13, (i) => {
        const [x, y] = [258 + (i % 5) * 31, 356 + Math.floor(i / 5) * 44]
        return path(
          `M${x} ${y - 22}Q${x + 22} ${y + 2} ${x} ${y + 20}Q${x - 22} ${y + 2} ${x} ${y - 22}Z`,
          'url(#nut)',
          `transform="rotate(${((i * 61) % 90) - 45} ${x} ${y})"`,
        )
      }) +
      print(240, 196, 160, '#fff6e2') +
      repeat(5, (i) =>
        path(
          `M${90 + i * 116} 560q24 24 0 46q-24 -22 0 -46Z`,
          'url(#nut)',
          `transform="rotate(${i * 37 - 70} ${90 + i * 116} 582)"`,
        ),
      ),
  }
}

const sweets: Draw = (colour) => ({
  defs: roundBody('tin', colour.base) + truckArt('paint', colour, 88),
  body:
    footing(320, 520, 240, 32) +
    path('M90 300V450Q90 520 320 526Q550 520 550 450V300Z', 'url(#paint)') +
    path('M90 300V450Q90 520 320 526Q550 520 550 450V300Z', 'url(#tin)', 'fill-opacity=".45"') +
    ellipse(320, 296, 236, 92, dark(colour.base, 0.35)) +
    ellipse(320, 282, 236, 92, pale(colour.base, 0.15)) +
    ellipse(320, 278, 206, 76, 'url(#paint)') +
    ellipse(320, 278, 120, 44, '#fff6df', `stroke="${colour.accent}" stroke-width="5"`) +
    print(270, 264, 100, dark(colour.base, 0.2)),
})

const attar: Draw = (colour) => {
  const bottle = 'M236 250Q320 220 404 250L446 320V520Q446 560 406 560H234Q194 560 194 520V320Z'
  return {
    defs:
      glassShine +
      fade(
        'oil',
        'down',
        [0, pale(colour.base, 0.6)],
        [0.35, pale(colour.base, 0.25)],
        [1, dark(colour.base, 0.2)],
      ) +
      roundBody('cap', '#c99d3f'),
    body:
      footing(320, 568, 150, 24) +
      path(bottle, 'url(#oil)') +
      path(
        'M194 320L320 400L446 320M194 520L320 400L446 520M320 240V560',
        'none',
        'stroke="#ffffff" stroke-width="4" stroke-opacity=".45"',
      ) +
      path('M320 340L376 400L320 460L264 400Z', '#fff6dc', `stroke="${colour.accent}" stroke-width="5"`) +
      ellipse(320, 400, 13, 13, colour.base) +
      path(bottle, 'url(#glass)') +
      rect(276, 196, 88, 44, 6, 'url(#cap)') +
      path('M284 196H356L372 130Q320 60 268 130Z', 'url(#cap)') +
      ellipse(320, 82, 15, 18, '#e9cb7d'),
  }
}

const soap: Draw = (colour) => ({
  defs: fade('bar', 'down', [0, pale(colour.base, 0.45)], [1, dark(colour.base, 0.12)]),
  body: repeat(3, (i) => {
    const [x, y] = [80 + i * 90, 110 + i * 130]
    return (
      drop(`M${x} ${y}h300v150h-300Z`, 5) +
      rect(x, y + 16, 300, 150, 30, dark(colour.base, 0.3)) +
      rect(x, y, 300, 150, 30, 'url(#bar)') +
      rect(x + 26, y + 24, 248, 102, 18, 'none', `stroke="${dark(colour.base, 0.15)}" stroke-width="4"`) +
      rect(x + 100, y - 4, 100, 174, 4, '#fbf6ea') +
      ellipse(x + 150, y + 70, 28, 28, colour.base) +
      line(`M${x + 122} ${y + 120}h56M${x + 130} ${y + 134}h40`, dark(colour.base, 0.3), 4)
    )
  }),
})

const oil: Draw = (colour) => {
  const bottle =
    'M282 150H358V214Q430 250 430 330V530Q430 566 394 566H246Q210 566 210 530V330Q210 250 282 214Z'
  return {
    defs:
      glassShine +
      fade('fill', 'down', [0, pale(colour.base, 0.5)], [0.4, colour.base], [1, dark(colour.base, 0.3)]),
    body:
      footing(320, 574, 150, 24) +
      path(bottle, 'url(#fill)') +
      rect(210, 350, 220, 150, 0, '#fffaf0') +
      path('M320 366Q356 404 320 438Q284 404 320 366Z', mix(colour.base, '#3f7d3e', 0.5)) +
      print(256, 456, 128, dark(colour.base, 0.5)) +
      path(bottle, 'url(#glass)') +
      rect(274, 90, 92, 66, 10, dark(colour.accent, 0.2)) +
      rect(274, 90, 92, 24, 10, pale(colour.accent, 0.2)),
  }
}

/** Drawings of food, scent and care, by name. */
export const foodDrawings = {
  dates,
  rice,
  honey,
  spices,
  pack,
  nuts,
  sweets,
  attar,
  soap,
  oil,
} satisfies Record<string, Draw>
