/**
 * Runs in the page before any other code. Every text of the catalogues grows by about 40 percent, gets accented letters
 * and is enclosed in brackets that no data contains, and the page is read from right to left. A text without accents is
 * hard-coded in a screen, and a text without its closing bracket is truncated.
 */
export function speakPseudo(): void {
  const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const accented = 'àƀçđéƒĝĥîĵķļɱñôþɋŕšťûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÔÞɊŔŠŤÛṼŴẊÝŽ'
  const rewordTexts = (wording: string) => {
    if (!/[A-Za-z]/.test(wording)) return wording
    const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(wording) ?? []
    const turned = [...words].map((letter) => accented[plain.indexOf(letter)] ?? letter).join('')
    const longer = 'õñé ťŵô ťĥŕéé ƒôûŕ ƒîṽé šîẋ šéṽéñ '.repeat(9).slice(0, Math.ceil(words.length * 0.4) - 1)
    return `${before}⟦${turned} ${longer.trim()}⟧${after}`
  }
  Object.assign(globalThis, { rewordTexts })
  const mirror = () => document.documentElement?.setAttribute('dir', 'rtl')
  mirror()
  document.addEventListener('readystatechange', mirror)
}

// The development server loads this file before the product. The product itself never loads it.
if (globalThis.location?.search.includes('locale=pseudo')) speakPseudo()
