import { escapeHtml } from '#kit/server/escape-html.ts'
import { fieldsOf, type LetterField, type LetterKind } from '../kinds-contract.ts'
import type { LetterLanguage } from '../language-contract.ts'
import { directionOf, type Filling, filledLetter, type Segment, type Template } from '../template-contract.ts'

/** The last line of every letter that nobody has edited. */
const signature = 'Munshi, for {{marketplace_name}}'

/** The marketplace in a letter, where it has no name yet. */
export const marketplaceWords: Readonly<Record<LetterLanguage, string>> = {
  en: 'the marketplace',
  ur: 'مارکیٹ پلیس',
}

/** The letters in English as the product writes them: a subject, then paragraphs between greeting and signature. */
const written: Readonly<Record<LetterKind, readonly [subject: string, ...paragraphs: string[]]>> = {
  'vendor approved': ['Your shop is approved', 'Your application is approved. You can now list products.'],
  'vendor rejected': [
    'Your application was not approved',
    'We could not approve your application. The reason:',
    '{{reason}}',
    'You may apply again.',
  ],
  'vendor update requested': [
    'Your application needs a change',
    'Before we can decide on your application, this needs to change:',
    '{{reason}}',
  ],
  'vendor disabled': [
    'Your shop is disabled',
    'Your shop is disabled and its listings are hidden. The reason:',
    '{{reason}}',
  ],
  'vendor enabled': [
    'Your shop is open again',
    'Your shop is enabled and its approved listings are visible.',
  ],
  'vendor reopened': [
    'Your application is in review again',
    'We are reviewing your application again, and you can change it meanwhile. We will write to you when it is decided.',
  ],
  'vendor closed': [
    'Your shop is closed',
    'Your shop is closed and cannot sell any more. The reason:',
    '{{reason}}',
  ],
  'vendor change accepted': [
    'Your changed details are accepted',
    'The details that you changed are accepted.',
  ],
  'vendor change declined': [
    'Your changed details were not accepted',
    'We did not accept the details that you changed; the earlier ones stay. The reason:',
    '{{reason}}',
  ],
  'product approved': ['Approved: {{product_name}}', 'Your listing “{{product_name}}” is approved.'],
  'product rejected': [
    'Not approved: {{product_name}}',
    'We could not approve your listing “{{product_name}}”. The reason:',
    '{{reason}}',
  ],
  'product update requested': [
    'Needs a change: {{product_name}}',
    'Before we can decide on your listing “{{product_name}}”, this needs to change:',
    '{{reason}}',
  ],
  'product reopened': [
    'In review again: {{product_name}}',
    'We are reviewing your listing “{{product_name}}” again, and you can change it meanwhile. We will write to you when it is decided.',
  ],
  'product edit approved': ['Edit approved: {{product_name}}', 'Your edit of “{{product_name}}” is live.'],
  'product edit rejected': [
    'Edit not approved: {{product_name}}',
    'Your edit of “{{product_name}}” was not approved; the live version stays. The reason:',
    '{{reason}}',
  ],
  'withdrawal approved': [
    'Approved: withdrawal {{withdrawal_number}}',
    'Your withdrawal {{withdrawal_number}} of {{amount}} is approved. We will write to you when it is paid.',
  ],
  'withdrawal reopened': [
    'Not approved yet: withdrawal {{withdrawal_number}}',
    'We have undone the approval of your withdrawal {{withdrawal_number}} of {{amount}}. We are looking at it again, and will write to you when it is decided.',
  ],
  'withdrawal paid': [
    'Paid: withdrawal {{withdrawal_number}}',
    'Your withdrawal {{withdrawal_number}} of {{amount}} is paid. The reference of the bank:',
    '{{bank_reference}}',
  ],
  'withdrawal declined': [
    'Not paid: withdrawal {{withdrawal_number}}',
    'Your withdrawal {{withdrawal_number}} of {{amount}} was not paid, and you can withdraw the amount again. The reason:',
    '{{reason}}',
  ],
  subscription: [
    'Confirm your subscription',
    'Somebody, probably you, subscribed this address to our news. Confirm the subscription here:',
    '{{link}}',
    'The link works for 7 days. If it was not you, do nothing: without your confirmation you get no news.',
  ],
  invitation: [
    'You are invited to Munshi',
    '{{invited_by}} invites you to Munshi, the back office of the marketplace, as {{role}}. Choose your password here:',
    '{{link}}',
    'The link works once, for 72 hours. After that, ask for a new invitation.',
  ],
  reset: [
    'A new password for Munshi',
    'Somebody, probably you, asked for a new password. Choose it here:',
    '{{link}}',
    'The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.',
  ],
  'second factor off': [
    'Your second factor is switched off',
    '{{switched_off_by}} switched off the second factor of your account at Munshi. The reason:',
    '{{reason}}',
    'Your authenticator app, your passkeys and your recovery codes no longer work, and you are signed out everywhere. You now sign in with your password alone. Set up a second factor again in My Account.',
    'If you did not ask for this, tell an administrator at once.',
  ],
  'sign-in address changed': [
    'The address that you sign in with is changed',
    '{{changed_by}} changed the e-mail address of your account at Munshi. From now on you sign in with the new address, and we write to you there. Your password and your second factor stay as they are.',
    'If you did not expect this, ask {{changed_by}} or tell an administrator at once.',
  ],
  mention: [
    '{{author}} mentioned you in a note on {{record_name}}',
    '{{author}} mentioned you in a note on the {{record_type}} {{record_name}}. Read it here:',
    '{{link}}',
  ],
  'webhook disabled': [
    'A webhook is switched off',
    '{{webhook_address}} no longer receives events from Munshi. The reason:',
    '{{reason}}',
    'What could not be delivered until now can be sent again after you enable the endpoint. Events from now until then are not kept:',
    '{{link}}',
  ],
  'release failed': [
    'The release {{release_title}} did not go live',
    'The release “{{release_title}}” that you scheduled did not go live. The reason:',
    '{{reason}}',
    'Shoppers still see what was live before. Look at the release here:',
    '{{link}}',
  ],
  notification: [
    'Munshi: {{words}}',
    '{{words}}.',
    '{{link}}',
    'You can choose how you are notified on the screen Notifications.',
  ],
  'notification digest': [
    '{{count}} from Munshi',
    '{{lines}}',
    '{{link}}',
    'You can choose how you are notified on the screen Notifications.',
  ],
  'support request': [
    '[{{request_number}}] {{summary}}',
    '{{author}} wrote:',
    '{{message}}',
    '{{facts}}',
    'Answer by replying to this mail, or in Munshi:',
    '{{link}}',
  ],
  'support reply': [
    '[{{request_number}}] {{author}} replied: {{summary}}',
    '{{author}} wrote:',
    '{{message}}',
    'Answer by replying to this mail, or in Munshi:',
    '{{link}}',
  ],
  'support answer': [
    '[{{request_number}}] Your request was answered',
    '{{author}} answered your request:',
    '{{message}}',
    'Answer by replying to this mail, or in Munshi:',
    '{{link}}',
  ],
}

/** A letter in English as the product writes it; who has no name is not greeted. */
export function originalOf(kind: LetterKind): Template {
  const [subject, ...paragraphs] = written[kind]
  const reader = fieldsOf(kind).find((field) => field === 'vendor_name' || field === 'name')
  const greeting = reader ? [`Dear {{${reader}}},`] : []
  return { subject, body: [...greeting, ...paragraphs, signature].join('\n\n') }
}

/** The letters that ask a vendor for something, in Urdu. */
const writtenInUrdu: Partial<Record<LetterKind, readonly [subject: string, ...paragraphs: string[]]>> = {
  'vendor rejected': [
    'آپ کی درخواست منظور نہیں ہوئی',
    'ہم آپ کی درخواست منظور نہیں کر سکے۔ وجہ:',
    '{{reason}}',
    'آپ دوبارہ درخواست دے سکتے ہیں۔',
  ],
  'vendor update requested': [
    'آپ کی درخواست میں تبدیلی کی ضرورت ہے',
    'آپ کی درخواست پر فیصلے سے پہلے یہ تبدیلی ضروری ہے:',
    '{{reason}}',
  ],
  'vendor disabled': [
    'آپ کی دکان بند کر دی گئی ہے',
    'آپ کی دکان بند کر دی گئی ہے اور اس کی لسٹنگز نظر نہیں آتیں۔ وجہ:',
    '{{reason}}',
  ],
  'product rejected': [
    'منظور نہیں ہوئی: {{product_name}}',
    'ہم آپ کی لسٹنگ ”{{product_name}}“ منظور نہیں کر سکے۔ وجہ:',
    '{{reason}}',
  ],
  'product update requested': [
    'تبدیلی درکار ہے: {{product_name}}',
    'آپ کی لسٹنگ ”{{product_name}}“ پر فیصلے سے پہلے یہ تبدیلی ضروری ہے:',
    '{{reason}}',
  ],
}

/** A letter in Urdu as the product writes it; undefined for one that it writes in English only. */
export function urduOriginalOf(kind: LetterKind): Template | undefined {
  const [subject, ...paragraphs] = writtenInUrdu[kind] ?? []
  if (subject === undefined) return undefined
  const body = ['محترم {{vendor_name}}،', ...paragraphs, 'منشی، {{marketplace_name}}']
  return { subject, body: body.join('\n\n') }
}

/** A letter that nobody has edited, filled with these values. */
export function originalLetter(kind: LetterKind, values: Filling): Written {
  // The name under the letter is added when the mail is sent.
  return inBothForms(originalOf(kind), 'en', { ...values, marketplace_name: marketplaceWords.en })
}

/** What each field could contain, for previews and test letters. */
export const sampleValues: Readonly<Record<LetterField, string>> = {
  amount: 'Rs 12,500',
  author: 'Bilal Ahmed',
  bank_reference: 'HBL-20261121-0042',
  changed_by: 'Bilal Ahmed',
  count: '2 notifications',
  facts: 'Kind: Problem report\nScreen: /orders',
  invited_by: 'Bilal Ahmed',
  lines: '• Bilal Ahmed published a release\n• An import is finished',
  link: '',
  marketplace_name: '',
  message: 'The list of orders stays empty after I filter it.',
  name: 'Ayesha Khan',
  product_name: 'Khaddar Kurta, Navy',
  reason: 'The photo of the CNIC cannot be read. Take it again in daylight.',
  record_name: 'Karachi Crafts',
  record_type: 'vendor',
  release_title: 'Eid front page',
  request_number: 'R-1042',
  role: 'Support',
  summary: 'The list of orders stays empty after I filter it.',
  switched_off_by: 'Bilal Ahmed',
  vendor_name: 'Ayesha Khan',
  webhook_address: 'https://shop.example/hooks',
  withdrawal_number: 'W-1042',
  words: 'Bilal Ahmed published a release',
}

/** A letter about a support request: to the support desk, or to its author. */
export interface SupportLetter {
  kind: 'support request' | 'support reply' | 'support answer'
  number: string
  /** The author of the request. */
  author: string
  /** Who wrote the text: the author, or somebody of the support desk. */
  by: string
  text: string
  /** What the request is, and facts about it, each a line: `Screen: /orders`. Only a new request has any. */
  facts: readonly string[]
  /** The number of files that stay in Munshi. */
  files: number
}

/** What a letter about a support request is filled with: its files are a fact of a new request, else they end the text. */
export function supportValues({ kind, number, author, by, text, facts, files }: SupportLetter) {
  const kept = files === 0 ? [] : [files === 1 ? '1 file is in Munshi' : `${files} files are in Munshi`]
  const isNew = kind === 'support request'
  return {
    name: author,
    request_number: number,
    author: by,
    summary: text.replace(/\s+/g, ' ').slice(0, 80),
    message: isNew ? text : [text, ...kept].join('\n\n'),
    facts: isNew ? [...facts, ...kept].join('\n') : '',
  }
}

/** What a digest is filled with; each notification is a line of one paragraph. */
export function digestValues({ count, lines }: { count: number; lines: readonly string[] }) {
  return {
    count: `${count} ${count === 1 ? 'notification' : 'notifications'}`,
    lines: lines.map((line) => `• ${line}`).join('\n'),
  }
}

/** A letter as it is stored and sent. */
export interface Written {
  subject: string
  text: string
  html: string
}

/** A filled text as plain text and as HTML, in which everything is escaped: a text holds no markup. */
export function inBothForms(template: Template, language: LetterLanguage, values: Filling): Written {
  const { subject, paragraphs } = filledLetter(template, values)
  const text = `${paragraphs.map((parts) => parts.map(({ text }) => text).join('')).join('\n\n')}\n`
  const body = paragraphs.map((parts) => `<p>${htmlOf(parts, language)}</p>`).join('\n')
  return { subject: oneLine(subject), text, html: page(subject, body, language) }
}

/** Letters that nobody has edited keep the form that they always had. */
function page(subject: string, body: string, language: LetterLanguage): string {
  const isTurned = directionOf[language] === 'rtl'
  const root = isTurned ? `<html lang="${language}" dir="rtl">` : `<html lang="${language}">`
  return `<!doctype html>${root}<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body dir="${isTurned ? 'rtl' : 'auto'}">\n${body}\n</body></html>\n`
}

function htmlOf(parts: readonly Segment[], language: LetterLanguage): string {
  return parts
    .map(({ field, text }) => {
      const words = escapeHtml(text).replace(/\n/g, '<br>')
      if (field === 'link' && text !== placeOfLink && text !== '') return anchorOf(text)
      // A Latin name inside an Urdu sentence must not turn the words around it.
      return field !== null && directionOf[language] === 'rtl' ? `<bdi>${words}</bdi>` : words
    })
    .join('')
}

/** Placeholder for a link in the stored letter that is for its reader alone; the link is inserted when the mail is sent. */
export const placeOfLink = '[the link that only the mail holds]'

/** The stored letter with its link inserted. */
export function withLink(letter: { text: string; html: string }, link: string) {
  return {
    text: letter.text.replaceAll(placeOfLink, () => link),
    html: letter.html.replaceAll(placeOfLink, () => anchorOf(link)),
  }
}

function anchorOf(link: string): string {
  return `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`
}

/** How the shop presents itself in mails; without a name or a logo, nothing of it is said. */
export interface MailBrand {
  name: string
  /** A PNG picture at a public address, with the size in which it is shown. */
  logo: { url: string; width: number; height: number; alt: string } | null
}

/** A letter as it is sent: the logo of the shop above it, and its name below where the letter was stored without one. */
export function withBrand(letter: { text: string; html: string }, { name, logo }: MailBrand) {
  const unsigned = signature.replace('{{marketplace_name}}', marketplaceWords.en)
  const signed = signature.replace('{{marketplace_name}}', () => oneLine(name))
  const endOf = (words: string) => `<p>${escapeHtml(words)}</p>\n</body>`
  const text = name ? replacedEnd(letter.text, `${unsigned}\n`, `${signed}\n`) : letter.text
  const tail = '</html>\n'
  const html = name ? replacedEnd(letter.html, endOf(unsigned) + tail, endOf(signed) + tail) : letter.html
  if (!logo) return { text, html }
  const picture = `<p><img src="${escapeHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(logo.alt)}"></p>`
  return { text, html: html.replace(/<body dir="(?:auto|rtl)">/, (body) => `${body}\n${picture}`) }
}

function replacedEnd(text: string, end: string, instead: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) + instead : text
}

/** A subject is one header line: a line break in a name must not start another header. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}
