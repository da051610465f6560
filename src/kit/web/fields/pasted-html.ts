/** An element that only carries emphasis in its style, as Google Docs writes it, and what replaces it. */
const emphasis = [
  { style: /font-weight\s*:\s*(?:bold|[6-9]00)/i, mark: 'data-bold' },
  { style: /font-style\s*:\s*italic/i, mark: 'data-italic' },
  { style: /text-decoration[^;"']*underline/i, mark: 'data-underline' },
] as const

/** Marks of emphasis that `pastedHtml` leaves on spans, with the element of each. */
export const emphasisOf = { 'data-bold': 'strong', 'data-italic': 'em', 'data-underline': 'u' } as const

/**
 * Rewrites what Word and Google Docs put on the clipboard as plain HTML: lists are lists again, emphasis in styles is
 * marked on its element, and the leftovers of their files are gone. Without any style, handler or class; the result
 * still has to be sanitised.
 */
export function pastedHtml(html: string): string {
  const body = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html
  const plain = body
    .replace(/<(style|xml|script|title)[\s>][\s\S]*?<\/\1>/gi, '')
    // The bullet or number that Word draws before an entry of a list.
    .replace(
      /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>/gi,
      (_, drawn: string) =>
        /^[\s\u00a0]*(?:\d+|[a-z]|[ivx]+)[.)]/i.test(drawn.replace(/<[^>]*>|&nbsp;/g, ''))
          ? '<!--numbered-->'
          : '',
    )
    .replace(/<!--(?!numbered-->)[\s\S]*?-->|<!\[[^\]]*\]>/g, '')
    // Word writes elements of its own, such as <o:p>; a paragraph that holds nothing else was an empty line.
    .replace(/<p\b[^>]*>\s*<o:p>(?:&nbsp;|\s)*<\/o:p>\s*<\/p>/gi, '')
    .replace(/<\/?[a-z]\w*:[^>]*>/gi, '')
    // Google Docs wraps everything into a bold element that is not bold.
    .replace(/<b\b[^>]*docs-internal-guid[^>]*>([\s\S]*)<\/b>/i, '$1')
    .replace(/(<\/?)h1\b/gi, '$1h2')
    .replace(/(<\/?)h[56]\b/gi, '$1h4')
  return withLists(plain)
    .replaceAll('<!--numbered-->', '')
    .replace(/<[a-z][^<>]*>/gi, (tag) => {
      const style = /\sstyle\s*=\s*("[^"]*"|'[^']*')/i.exec(tag)?.[1] ?? ''
      const marks = /^<span\b/i.test(tag) ? emphasis.filter((one) => one.style.test(style)) : []
      const bare = tag.replaceAll(/\s(?:style|class|lang|id|on\w+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
      return marks.length > 0
        ? bare.replace(/^<span/i, `<span ${marks.map(({ mark }) => `${mark}=""`).join(' ')}`)
        : bare
    })
}

/** Word writes each entry of a list as a paragraph; those that follow each other are one list. */
function withLists(html: string): string {
  const entry = /<p\b[^>]*mso-list\s*:\s*(?!none)[^>]*>([\s\S]*?)<\/p>/.source
  return html.replace(new RegExp(`(?:${entry}\\s*)+`, 'gi'), (run) => {
    const entries = [...run.matchAll(new RegExp(entry, 'gi'))].map(([, text = '']) => text)
    const list = entries[0]?.includes('<!--numbered-->') ? 'ol' : 'ul'
    return `<${list}>${entries.map((text) => `<li><p>${text.trim()}</p></li>`).join('')}</${list}>`
  })
}
