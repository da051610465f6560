/**
 * Runs in the page before anything else of it: every text of the catalogues grows by about 40 percent, takes accented
 * letters and is put into brackets that no data has, and the page is read from right to left. A text without accents is
 * written into a screen, and one without its second bracket is cut off.
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

// The server of the development loads this file before the product, which never does.
if (globalThis.location?.search.includes('locale=pseudo')) speakPseudo()
