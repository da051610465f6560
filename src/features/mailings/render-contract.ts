import {
  type Block,
  filled,
  type MailContent,
  type PersonalValues,
  type Template,
  type Thing,
  templateOf,
  unsubscribeField,
} from './content-contract.ts'
import { texts } from './texts.ts'

/** What a mail shows around its content. */
export interface MailFrame {
  /** The name of the shop; empty without one. */
  shop: string
  /** The base of addresses of pictures, without a slash at its end; empty in previews within this site. */
  base: string
  logo: { url: string; width: number; height: number; alt: string } | null
}

/** A mail taken apart, ready to be filled for each recipient. */
export interface MailTemplate {
  subject: Template
  html: Template
  text: Template
}

const colors = {
  page: '#f4f5f4',
  card: '#ffffff',
  text: '#1b1f1d',
  quiet: '#5b635f',
  line: '#dfe3e1',
  accent: '#1a6b45',
} as const
/** Mark-up is no text that somebody translates: what it says comes from the catalogue. */
const markup = String.raw
const font = markup`font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,'Noto Naskh Arabic',sans-serif`
/** Mail programs that read styles of the head follow the dark look with these. */
const darkStyles =
  '.page{background:#151817!important}.card{background:#1e2321!important;border-color:#333a37!important}.text,.text a{color:#e8ebe9!important}.quiet,.quiet a{color:#a5aeaa!important}.rule{border-color:#333a37!important}.button a{background:#3d9468!important}'
const darkQuery = '@media (prefers-color-scheme:dark)'

/** Makes HTML, plain text and subject of what was written. Everything that people wrote is escaped in the HTML. */
export function templatesOf(
  content: MailContent,
  things: ReadonlyMap<string, Thing>,
  frame: MailFrame,
): MailTemplate {
  return {
    subject: templateOf(oneLine(content.subject)),
    html: templateOf(htmlOf(content, things, frame)),
    text: templateOf(content.plain_text.trim() || plainTextOf(content, things)),
  }
}

/** The mail of one recipient. */
export function mailFor(
  template: MailTemplate,
  values: PersonalValues & { [unsubscribeField]: string },
): { subject: string; html: string; text: string } {
  return {
    subject: oneLine(filled(template.subject, values)),
    html: filled(template.html, values, escaped),
    text: `${filled(template.text, values).trim()}\n`,
  }
}

/** The HTML as a reader with the light or the dark look sees it, whatever the look of this screen. */
export function shownIn(html: string, look: 'light' | 'dark'): string {
  return html.replace(darkQuery, look === 'dark' ? '@media all' : '@media not all')
}

/** Only what no mark-up can come from. */
function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
}

function htmlOf(content: MailContent, things: ReadonlyMap<string, Thing>, frame: MailFrame): string {
  const blocks = content.blocks.map((block) => blockHtml(block, things, frame)).join('\n')
  const { logo } = frame
  // Mail programs that leave out what is around the body keep what is said of the table.
  const urdu = languageOf(wordsOf(content)) === 'ur' ? markup` lang="ur" dir="rtl"` : ''
  const head = logo
    ? markup`<tr><td style="padding:0 0 16px"><img src="${escaped(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escaped(logo.alt)}" style="display:block;border:0"></td></tr>`
    : ''
  const preheader = content.preview_text
    ? markup`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(content.preview_text)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`
    : ''
  return markup`<!doctype html>
<html${urdu || markup` lang="en"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(oneLine(content.subject))}</title>
<style>${darkQuery}{${darkStyles}}img{max-width:100%}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colors.page}">
${preheader}<table role="presentation" class="page"${urdu} width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${colors.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
${head}<tr><td class="card" style="background:${colors.card};border:1px solid ${colors.line};border-radius:8px;padding:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${blocks}
</table>
</td></tr>
${footerHtml(content, frame)}
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** What somebody wrote in the mail itself. */
function wordsOf({ subject, preview_text, blocks }: MailContent): string {
  const ofBlocks = blocks.map((block) =>
    block.kind === 'text' ? block.text : block.kind === 'button' ? block.label : '',
  )
  return [subject, preview_text, ...ofBlocks].join(' ')
}

/** Urdu where most of the letters are of its script: names of products and shops stay Latin within it. */
function languageOf(text: string): 'en' | 'ur' {
  const letters = text.replace(/\{\{[^}]*\}\}|https?:\/\/[^\s)]+/g, '').match(/\p{L}/gu) ?? []
  const ofUrdu = letters.filter((letter) => /\p{Script=Arabic}/u.test(letter))
  return ofUrdu.length > letters.length / 2 ? 'ur' : 'en'
}

function footerHtml({ is_legal, legal_reason }: MailContent, { shop }: MailFrame): string {
  const from = shop ? `${texts.sentBy({ shop })} ` : ''
  const why = is_legal
    ? escaped(`${from}${texts.legalFooter({ reason: legal_reason })}`)
    : markup`${escaped(from)}<a href="{{${unsubscribeField}}}" style="color:${colors.quiet};text-decoration:underline">${escaped(texts.unsubscribe)}</a>`
  return markup`<tr><td class="quiet" lang="en" dir="auto" style="${font};font-size:12px;line-height:18px;color:${colors.quiet};padding:16px 4px 0">${why}</td></tr>`
}

function row(html: string, style = ''): string {
  return markup`<tr><td dir="auto" class="text" style="${font};font-size:15px;line-height:23px;color:${colors.text};padding:0 0 16px;${style}">${html}</td></tr>`
}

function blockHtml(block: Block, things: ReadonlyMap<string, Thing>, frame: MailFrame): string {
  switch (block.kind) {
    case 'text':
      return paragraphsOf(block.text).map(paragraphHtml).join('\n')
    case 'picture': {
      if (!block.picture) return ''
      const { media, width, height, alt } = block.picture
      const shown = Math.min(width, 550)
      const picture = markup`<img src="${escaped(frame.base)}/media/${media}.webp" width="${shown}" height="${Math.round((height * shown) / width)}" alt="${escaped(alt)}" style="display:block;border:0;max-width:100%;height:auto;border-radius:4px">`
      return row(block.href ? markup`<a href="${escaped(block.href)}">${picture}</a>` : picture)
    }
    case 'button':
      return block.label && block.href
        ? markup`<tr><td class="button" align="${languageOf(block.label) === 'ur' ? 'right' : 'left'}" style="padding:0 0 16px">${buttonHtml(block.label, block.href)}</td></tr>`
        : ''
    case 'product':
      return thingHtml(things.get(block.product_id), texts.viewProduct, frame)
    case 'campaign':
      return thingHtml(things.get(block.promotion_id), texts.viewCampaign, frame)
  }
}

function buttonHtml(label: string, href: string): string {
  return markup`<a href="${escaped(href)}" style="${font};display:inline-block;background:${colors.accent};color:#ffffff;font-size:15px;font-weight:600;line-height:20px;padding:10px 20px;border-radius:6px;text-decoration:none">${escaped(label)}</a>`
}

function thingHtml(thing: Thing | undefined, verb: string, { base }: MailFrame): string {
  if (!thing) return ''
  const picture = thing.image
    ? markup`<td width="96" valign="top" style="padding:12px"><img src="${escaped(base)}/media/${escaped(thing.image)}.webp" width="96" height="96" alt="" style="display:block;border:0;border-radius:4px"></td>`
    : ''
  const old = thing.old_price
    ? markup` <s class="quiet" style="color:${colors.quiet};font-weight:400">${escaped(thing.old_price)}</s>`
    : ''
  const price = thing.price ? markup`<br><strong>${escaped(thing.price)}</strong>${old}` : ''
  const button = thing.href ? markup`<br><br>${buttonHtml(verb, thing.href)}` : ''
  return markup`<tr><td style="padding:0 0 16px"><table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="border:1px solid ${colors.line};border-radius:8px"><tr>${picture}<td class="text button" dir="auto" valign="top" style="${font};font-size:15px;line-height:22px;color:${colors.text};padding:12px"><strong>${escaped(thing.name)}</strong><br><span class="quiet" style="color:${colors.quiet};font-size:13px">${escaped(thing.detail)}</span>${price}${button}</td></tr></table></td></tr>`
}

type Paragraph = { kind: 'heading' | 'text'; lines: string[] } | { kind: 'list'; lines: string[] }

/** Blank lines end a paragraph, `# ` begins a heading, and lines with `- ` are a list. */
function paragraphsOf(text: string): Paragraph[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const lines = part.split('\n')
      if (lines.every((one) => /^- /.test(one))) {
        return { kind: 'list', lines: lines.map((one) => one.slice(2)) }
      }
      return /^# /.test(part) ? { kind: 'heading', lines: [part.slice(2)] } : { kind: 'text', lines }
    })
}

function paragraphHtml({ kind, lines }: Paragraph): string {
  if (kind === 'heading') {
    return row(
      markup`<h2 style="margin:0;font-size:20px;line-height:28px;font-weight:600">${inlineHtml(lines.join(' '))}</h2>`,
      'padding-bottom:8px',
    )
  }
  if (kind === 'list') {
    const items = lines.map((one) => markup`<li style="margin:0 0 4px">${inlineHtml(one)}</li>`).join('')
    return row(markup`<ul style="margin:0;padding-inline-start:20px">${items}</ul>`)
  }
  return row(lines.map(inlineHtml).join('<br>'))
}

const linkPattern = /\[([^\]\n]+)\]\((https?:\/\/[^\s()<>"']+)\)/g

/** `**bold**` and `[words](https://…)`, of text that is escaped first. */
function inlineHtml(text: string): string {
  return escaped(text)
    .replace(
      linkPattern,
      (_, words: string, href: string) =>
        markup`<a href="${href}" style="color:${colors.accent};text-decoration:underline">${words}</a>`,
    )
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
}

/** The plain text that is made from the blocks, with the unsubscribe link at its end. */
export function plainTextOf(content: MailContent, things: ReadonlyMap<string, Thing>): string {
  const parts = content.blocks.map((block) => blockText(block, things)).filter((part) => part !== '')
  const footer = content.is_legal
    ? texts.legalFooter({ reason: content.legal_reason })
    : `${texts.unsubscribe}: {{${unsubscribeField}}}`
  return `${[...parts, '--', footer].join('\n\n')}\n`
}

function blockText(block: Block, things: ReadonlyMap<string, Thing>): string {
  switch (block.kind) {
    case 'text':
      return block.text
        .trim()
        .replace(/^# /gm, '')
        .replace(linkPattern, '$1: $2')
        .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    case 'picture':
      return block.picture ? [block.picture.alt, block.href].filter(Boolean).join('\n') : ''
    case 'button':
      return block.label && block.href ? `${block.label}: ${block.href}` : ''
    case 'product':
    case 'campaign': {
      const thing = things.get(block.kind === 'product' ? block.product_id : block.promotion_id)
      return thing ? [thing.name, thing.detail, thing.price, thing.href].filter(Boolean).join('\n') : ''
    }
  }
}

/** The addresses that a mail leads to, each with the number of its block, from 1. */
export function linksIn(content: MailContent): { block: number; href: string }[] {
  return content.blocks.flatMap((block, index) => {
    if (block.kind === 'text') {
      return [...block.text.matchAll(linkPattern)].map(([, , href = '']) => ({ block: index + 1, href }))
    }
    const href = block.kind === 'picture' || block.kind === 'button' ? block.href : ''
    return href ? [{ block: index + 1, href }] : []
  })
}

/** A subject is one header line: a line break in a value must not start another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300)
}
