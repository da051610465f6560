import { dark, fade, line, mix, pale, path, rect, repeat } from './drawing.ts'
import { words } from './drawings-shop.ts'
import { stars } from './motifs.ts'

const bankColours = ['#0b6b52', '#7a1f3d', '#1f4e9c', '#5b2a63', '#0f7480', '#b4532a', '#2d5f2a', '#8a1c1c']

/** Across the whole paper, so that nobody takes a demo for a document. */
function specimen(width: number, height: number, size: number): string {
  return words(
    width / 2,
    height / 2,
    size,
    '#b3261c',
    'SPECIMEN',
    `text-anchor="middle" font-weight="700" letter-spacing="${size * 0.14}" fill-opacity=".3" transform="rotate(-18 ${width / 2} ${height / 2})"`,
  )
}

export interface Cheque {
  bank: string
  title: string
  iban: string
  branch: string
  city: string
  number: string
}

/** A cancelled cheque, as vendors send one in to prove their account. */
export function cheque({ bank, title, iban, branch, city, number }: Cheque): string {
  const tone = bankColours[(bank.length * 7 + bank.charCodeAt(0)) % bankColours.length] ?? '#0b6b52'
  const spaced = iban.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="286" viewBox="0 0 760 340"><defs>${fade('paper', 'across', [0, mix('#ffffff', tone, 0.1)], [0.5, '#fdfcf8'], [1, mix('#ffffff', tone, 0.14)])}</defs>` +
    rect(0, 0, 760, 340, 0, '#d8d3ca') +
    rect(10, 10, 740, 320, 6, 'url(#paper)') +
    repeat(6, (i) =>
      line(`M10 ${84 + i * 36}q46 -22 92 0t92 0t92 0t92 0t92 0t92 0t92 0t96 0`, pale(tone, 0.84), 2),
    ) +
    rect(10, 10, 740, 54, 6, tone) +
    words(30, 46, 25, '#ffffff', bank, 'font-weight="700"') +
    words(730, 44, 13, '#ffffff', `${branch} ${city}, No. ${number}`, 'text-anchor="end"') +
    repeat(8, (i) => rect(578 + i * 20, 78, 18, 20, 2, '#ffffff', `stroke="${tone}"`)) +
    words(30, 128, 15, '#3c3a36', 'Pay') +
    line('M66 130H730', '#8d887f', 1) +
    words(30, 166, 15, '#3c3a36', 'Rupees') +
    line('M92 168H520M30 200H520', '#8d887f', 1) +
    rect(548, 144, 182, 44, 3, '#ffffff', `stroke="${tone}" stroke-width="2"`) +
    words(560, 172, 18, tone, 'Rs') +
    words(30, 248, 18, '#23211e', title, 'font-weight="700"') +
    words(30, 270, 15, '#23211e', spaced, 'letter-spacing="1"') +
    line('M560 254H730', '#8d887f', 1) +
    line('M600 240q14 -34 26 -8t24 -14t20 10t30 -22', '#27408b', 2.5) +
    words(
      380,
      312,
      19,
      '#23211e',
      `${number}  ${branch}0${branch.slice(1)}  ${iban.slice(-10)}`,
      'text-anchor="middle" letter-spacing="3"',
    ) +
    line('M60 300L300 90M90 310L330 100', '#27408b', 3, 'stroke-opacity=".55"') +
    words(
      180,
      218,
      22,
      '#27408b',
      'CANCELLED',
      'transform="rotate(-41 180 218)" fill-opacity=".7" font-weight="700"',
    ) +
    specimen(760, 340, 92) +
    '</svg>'
  )
}

function card(body: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="432" height="272" viewBox="0 0 540 340"><defs>${fade('card', 'across', [0, '#e4f1e6'], [0.5, '#f8fbf4'], [1, '#d3e8e3'])}${stars('weave', '#ffffff', '#cfe3d6', 40)}</defs>` +
    rect(0, 0, 540, 340, 0, '#d8d3ca') +
    rect(12, 12, 516, 316, 18, 'url(#card)', 'stroke="#9db8a8" stroke-width="2"') +
    rect(12, 70, 516, 200, 0, 'url(#weave)', 'fill-opacity=".5"') +
    body +
    specimen(540, 340, 78) +
    '</svg>'
  )
}

export interface IdentityCard {
  name: string
  /** With dashes. */
  number: string
  isWoman: boolean
}

/** The front of an identity card that nobody could mistake for one: a silhouette, and SPECIMEN across. */
export function cardFront({ name, number, isWoman }: IdentityCard): string {
  const hair = isWoman
    ? path('M392 250Q376 120 440 112Q504 120 488 250Z', '#7d5a86')
    : path('M404 160Q404 112 440 112T476 160Z', '#3d332b')
  const field = (y: number, label: string, value: string) =>
    words(34, y, 12, '#5d6f65', label) + words(34, y + 21, 18, '#1f2a24', value, 'font-weight="700"')
  return card(
    words(34, 48, 20, '#0b5d3b', 'Identity card, demo', 'font-weight="700"') +
      rect(380, 88, 120, 164, 6, '#dbe6ea', 'stroke="#9aa9a0"') +
      hair +
      `<ellipse cx="440" cy="164" rx="30" ry="38" fill="#d6a983"/>` +
      path('M388 252Q392 206 440 206Q488 206 492 252Z', isWoman ? '#8e6a98' : '#49635a') +
      field(96, 'Name', name) +
      field(150, 'Country of stay', 'Pakistan') +
      field(204, 'Identity number', number) +
      rect(34, 246, 46, 38, 6, '#d9b65c', 'stroke="#96762a"') +
      line('M34 264H80M57 246V284', '#96762a', 2) +
      words(34, 312, 12, '#5d6f65', 'No document. Drawn for a demonstration.'),
  )
}

/** The back of the same; it tells nothing of anybody. */
export function cardBack(turn: number): string {
  return card(
    rect(34, 40, 120, 120, 4, '#ffffff', 'stroke="#9aa9a0"') +
      repeat(81, (i) =>
        (i * 37 + turn * 11) % 5 < 2
          ? rect(40 + (i % 9) * 12, 46 + Math.floor(i / 9) * 12, 12, 12, 0, '#22302a')
          : '',
      ) +
      line('M180 60H500M180 90H460M180 120H480', dark('#9db8a8', 0.15), 8) +
      rect(34, 190, 472, 30, 0, '#2d3833') +
      repeat(2, (i) =>
        words(34, 268 + i * 26, 18, '#1f2a24', '<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', 'letter-spacing="3"'),
      ),
  )
}
