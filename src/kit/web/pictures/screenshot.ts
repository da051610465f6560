/**
 * Takes a picture of the visible part of the page in the browser itself: a copy of the document is masked, written as SVG
 * and drawn on a canvas. Nothing of what is masked is in the picture, and nothing is sent. Rejects where the browser cannot
 * draw it.
 */
export async function takeScreenshot(): Promise<Blob> {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const picture = new Image()
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(pageAsSvg(width, height))}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  const scale = Math.min(2, Math.max(1, window.devicePixelRatio))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('the browser has no canvas')
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is empty'))), 'image/png')
  })
}

const svgNamespace = 'http://www.w3.org/2000/svg'

function pageAsSvg(width: number, height: number): string {
  // In a document of its own the copy loads no pictures and runs nothing.
  const made = document.implementation.createDocument(svgNamespace, 'svg', null)
  const svg = made.documentElement
  const copy = made.importNode(document.documentElement, true)
  maskCopy(document.documentElement, copy)
  // Rules for the root of the document apply to the root of the picture.
  for (const { name, value } of document.documentElement.attributes) {
    if (name === 'style') addStyle(svg, { style: value })
    else svg.setAttribute(name, value)
  }
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const frame = made.createElementNS(svgNamespace, 'foreignObject')
  frame.setAttribute('width', '100%')
  frame.setAttribute('height', '100%')
  frame.append(copy)
  svg.append(frame)
  const text = new XMLSerializer().serializeToString(svg)
  // The policy of the page would refuse the rules as an element, so they are put in as text.
  const start = text.indexOf('>') + 1
  const rules = allRules().replace(/&/g, '&amp;').replace(/</g, '&lt;')
  // Control characters are not allowed in XML.
  return `${text.slice(0, start)}<style>${rules}\n* { scrollbar-width: none; }</style>${text.slice(start)}`
    .replaceAll(`${styleOfPicture}=`, 'style=')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}

/** Every rule of the page, with what style elements were given by scripts. Pictures in rules do not load. */
function allRules(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].map(({ cssText }) => cssText)
      } catch {
        return []
      }
    })
    .join('\n')
}

/** Text by or about people: names, what they wrote, addresses and phone numbers. */
const personal =
  '[data-personal], bdi, [dir="auto"], td[data-naming] a, [contenteditable], a[href^="mailto:"], a[href^="tel:"]'

/** Masks a copy of the document, looking at the original for what a copy does not have: what is typed, and where it is. */
function maskCopy(original: Element, copy: Element): void {
  const [from, to] = [[...original.querySelectorAll('*')], [...copy.querySelectorAll('*')]]
  const shown = from.map((element) => (element instanceof HTMLElement ? element : null))
  const isTitle = new URLSearchParams(window.location.search).has('id')
  to.forEach((element, index) => {
    if (!(element instanceof Element)) return
    const source = shown[index]
    if (source) keepPlace(source, element)
    if (source instanceof HTMLInputElement) emptyInput(source, element)
    if (source instanceof HTMLSelectElement) keepChoice(source, element)
    if (source instanceof HTMLTextAreaElement) element.replaceChildren()
    if (source && element.matches('img, picture, canvas, video, iframe, object, embed')) {
      cover(source, element)
      return
    }
    const isPersonal = element.matches(personal) || (isTitle && element.matches('h1'))
    const isPlain = element.matches('dd') && plainValue.test(element.textContent?.trim() ?? '')
    if (isPersonal && !isPlain) maskWithin(element)
  })
  maskNumbers(copy)
  for (const element of copy.querySelectorAll('*')) dropWords(element)
  // Dialogs, messages, and what is not drawn.
  for (const element of copy.querySelectorAll(
    'head, script, noscript, template, style, link, [role="dialog"], [role="alertdialog"], [data-portal]',
  ))
    element.remove()
}

/** A value of a record that names nobody: an amount, a number, a day. */
const plainValue = /^(?:Rs\s?)?[\d,.%\s:/+×–-]{0,12}$|^\d{1,2} [A-Z][a-z]{2} \d{4}(?:,? \d{2}:\d{2})?$/

/** A copy is not scrolled: what was scrolled is moved instead. */
function keepPlace(source: HTMLElement, element: Element): void {
  const { position } = getComputedStyle(source)
  const [x, y] = [window.scrollX, window.scrollY]
  if (source === document.body && (x !== 0 || y !== 0)) {
    addStyle(element, { style: `margin-block-start: ${-y}px; margin-inline-start: ${-x}px` })
  }
  if (position === 'sticky' && y > 0 && source.closest('table') === null) {
    addStyle(element, { style: `position: relative; inset-block-start: ${y}px` })
  }
  if (source.scrollTop === 0 && source.scrollLeft === 0) return
  if (source === document.documentElement || source === document.body) return
  for (const child of element.children) {
    addStyle(child, {
      style: `position: relative; top: ${-source.scrollTop}px; left: ${-source.scrollLeft}px`,
    })
  }
}

function emptyInput(source: HTMLInputElement, element: Element): void {
  element.removeAttribute('value')
  element.toggleAttribute('checked', source.checked)
  if (['checkbox', 'radio'].includes(source.type)) return
  // A field with a value is drawn as one, so that it is not taken for an empty field.
  if (source.value !== '') {
    element.setAttribute('type', 'text')
    element.setAttribute('value', '•'.repeat(Math.min(12, source.value.length)))
  }
}

function keepChoice(source: HTMLSelectElement, element: Element): void {
  ;[...element.querySelectorAll('option')].forEach((option, index) => {
    option.toggleAttribute('selected', index === source.selectedIndex)
  })
}

/** A picture may be a document of a person: only its place is shown. */
function cover(source: HTMLElement, element: Element): void {
  const { width, height } = source.getBoundingClientRect()
  const block = element.ownerDocument.createElementNS('http://www.w3.org/1999/xhtml', 'span')
  block.setAttribute('class', element.getAttribute('class') ?? '')
  addStyle(block, {
    style: `display: inline-block; width: ${width}px; height: ${height}px; background: #9aa39e; opacity: 0.5`,
  })
  element.replaceWith(block)
}

function maskWithin(element: Element): void {
  for (const text of textsIn(element)) text.data = text.data.replace(/[\p{L}\p{N}@]/gu, '•')
}

/** E-mail addresses, IBANs, and phone numbers, CNICs and accounts: nine digits and more, in any spacing. */
const numbers = [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, /PK\d{2}[A-Z\s\d]{10,30}/gi, /\+?\d(?:[\s()-]{0,2}\d){8,}/g]

function maskNumbers(copy: Element): void {
  for (const text of textsIn(copy)) {
    for (const pattern of numbers) {
      text.data = text.data.replace(pattern, (found) => found.replace(/[^\s]/g, '•'))
    }
  }
}

function textsIn(element: Element): Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

/** The policy of the page would refuse to apply a style attribute; in the picture the attribute gets its name. */
const styleOfPicture = 'data-style-of-picture'

function addStyle(element: Element, { style }: { style: string }): void {
  const before = element.getAttribute(styleOfPicture) ?? element.getAttribute('style') ?? ''
  element.removeAttribute('style')
  element.setAttribute(styleOfPicture, `${before}; ${style}`)
}

/** What is not drawn and says the same: tool tips, names for screen readers, and where links lead. */
function dropWords(element: Element): void {
  for (const name of ['title', 'aria-label', 'alt', 'datetime']) element.removeAttribute(name)
  // A link is drawn as one only if it leads somewhere.
  if (element.matches('a[href]')) element.setAttribute('href', '#')
}
