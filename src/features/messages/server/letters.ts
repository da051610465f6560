import { escapeHtml } from '#kit/server/escape-html.ts'

/** The last line of every letter. */
const signature = 'Munshi, for the marketplace'

const letterKinds = [
  'vendor approved',
  'vendor rejected',
  'vendor update requested',
  'vendor disabled',
  'vendor enabled',
  'vendor change accepted',
  'vendor change declined',
  'product approved',
  'product rejected',
  'product update requested',
  'product edit approved',
  'product edit rejected',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** The content of a letter; the reason is text by a person and is never treated as markup. */
export interface Letter {
  kind: LetterKind
  vendorName: string
  productName?: string
  reason?: string
  /** English, if nothing else is said. Only letters that ask for something are written in Urdu. */
  language?: 'en' | 'ur'
}

/** The letter as text and HTML; all text from people is escaped in the HTML. */
export function renderLetter(letter: Letter): { subject: string; text: string; html: string } {
  const urdu = letter.language === 'ur' ? urduWording(letter) : null
  if (urdu) {
    const { subject, text, html } = inBothForms(urdu.subject, [
      `محترم ${letter.vendorName}،`,
      ...urdu.lines,
      signature,
    ])
    return { subject, text, html: html.replace('<html lang="en">', '<html lang="ur" dir="rtl">') }
  }
  const { subject, lines } = wording(letter)
  return inBothForms(subject, [`Dear ${letter.vendorName},`, ...lines, signature])
}

/** A letter with a link for its reader only: an invitation or a password reset. */
export interface LinkLetter {
  kind: 'invitation' | 'reset'
  name: string
  /** The person who invites, and the role they invite to. */
  by?: string
  role?: string
}

/** Placeholder for the link in the stored letter; the link is inserted when the mail is sent. */
const placeOfLink = '[the link that only the mail holds]'

/** A letter with a link as text and HTML, with a placeholder for the link. */
export function renderLinkLetter({ kind, name, by = '', role = '' }: LinkLetter) {
  const [subject, before, after] =
    kind === 'invitation'
      ? ([
          'You are invited to Munshi',
          `${by} invites you to Munshi, the back office of the marketplace, as ${role}. Choose your password here:`,
          'The link works once, for 72 hours. After that, ask for a new invitation.',
        ] as const)
      : ([
          'A new password for Munshi',
          'Somebody, probably you, asked for a new password. Choose it here:',
          'The link works once, for 30 minutes. If it was not you, do nothing: your password stays as it is.',
        ] as const)
  return inBothForms(subject, [`Dear ${name},`, before, placeOfLink, after, signature])
}

/** The mail that asks the owner of an address to confirm a subscription, with a placeholder for the link. */
export function renderConfirmation() {
  return inBothForms('Confirm your subscription', [
    'Somebody, probably you, subscribed this address to our news. Confirm the subscription here:',
    placeOfLink,
    'The link works for 7 days. If it was not you, do nothing: without your confirmation you get no news.',
    signature,
  ])
}

/** A letter to a staff member about their account or something they administer; its link grants no access. */
export type Notice =
  | {
      kind: 'second factor off'
      name: string /** The person who turned the second factor off, and their reason. */
      by: string
      reason: string
    }
  | { kind: 'webhook disabled'; name: string; url: string; reason: string; link: string }
  | { kind: 'release failed'; name: string; title: string; reason: string; link: string }
  | { kind: 'notification'; name: string; words: string; link: string }
  | { kind: 'notification digest'; name: string; count: number; lines: string[]; link: string }

/** The notice as text and HTML. */
export function renderNotice(notice: Notice) {
  if (notice.kind === 'second factor off') return factorLetter(notice)
  if (notice.kind === 'webhook disabled') return webhookLetter(notice)
  return notice.kind === 'release failed' ? releaseLetter(notice) : notificationLetter(notice)
}

const whereToChoose = 'You can choose how you are notified on the screen Notifications.'

function notificationLetter(notice: Extract<Notice, { kind: 'notification' | 'notification digest' }>) {
  const lines =
    notice.kind === 'notification' ? [`${notice.words}.`] : notice.lines.map((line) => `• ${line}`)
  const title =
    notice.kind === 'notification'
      ? `Munshi: ${notice.words}`
      : `${notice.count} ${notice.count === 1 ? 'notification' : 'notifications'} from Munshi`
  const { subject, ...letter } = inBothForms(title, [
    `Dear ${notice.name},`,
    ...lines,
    placeOfLink,
    whereToChoose,
    signature,
  ])
  return { subject, ...withLink(letter, notice.link) }
}

function releaseLetter({ name, title, reason, link }: Extract<Notice, { kind: 'release failed' }>) {
  const { subject, ...letter } = inBothForms(`The release ${title} did not go live`, [
    `Dear ${name},`,
    `The release “${title}” that you scheduled did not go live. The reason:`,
    reason,
    'Shoppers still see what was live before. Look at the release here:',
    placeOfLink,
    signature,
  ])
  return { subject, ...withLink(letter, link) }
}

function webhookLetter({ name, url, reason, link }: Extract<Notice, { kind: 'webhook disabled' }>) {
  const { subject, ...letter } = inBothForms('A webhook is switched off', [
    `Dear ${name},`,
    `${url} no longer receives events from Munshi. The reason:`,
    reason,
    'Undelivered events are kept. You can send them again after you enable the endpoint:',
    placeOfLink,
    signature,
  ])
  return { subject, ...withLink(letter, link) }
}

function factorLetter({ name, by, reason }: Extract<Notice, { kind: 'second factor off' }>) {
  return inBothForms('Your second factor is switched off', [
    `Dear ${name},`,
    `${by} switched off the second factor of your account at Munshi. The reason:`,
    reason,
    'Your authenticator app, your passkeys and your recovery codes no longer work, and you are signed out everywhere. You now sign in with your password alone. Set up a second factor again in My Account.',
    'If you did not ask for this, tell an administrator at once.',
    signature,
  ])
}

/** A letter to the owner of a withdrawal; it never contains the bank account. */
export interface PayoutLetter {
  kind: 'withdrawal approved' | 'withdrawal paid' | 'withdrawal declined'
  name: string
  number: string
  /** In words, such as Rs 2,500. */
  amount: string
  reason?: string
  /** The bank's reference of the payment. */
  reference?: string
}

/** The letter about a withdrawal as text and HTML. */
export function renderPayout({ kind, name, number, amount, reason = '', reference = '' }: PayoutLetter) {
  const [subject, ...lines] = {
    'withdrawal approved': [
      `Approved: withdrawal ${number}`,
      `Your withdrawal ${number} of ${amount} is approved. We will write to you when it is paid.`,
    ],
    'withdrawal paid': [
      `Paid: withdrawal ${number}`,
      `Your withdrawal ${number} of ${amount} is paid. The reference of the bank:`,
      reference,
    ],
    'withdrawal declined': [
      `Not paid: withdrawal ${number}`,
      `Your withdrawal ${number} of ${amount} was not paid, and you can withdraw the amount again. The reason:`,
      reason,
    ],
  }[kind]
  return inBothForms(subject ?? '', [`Dear ${name},`, ...lines, signature])
}

/** A mail to a colleague who is mentioned in a note: the author and the record. */
export interface MentionLetter {
  name: string
  by: string
  recordType: string
  recordName: string
}

/** The mail to a colleague as text and HTML, with the link to the record and without the note's text. */
export function renderMention({ name, by, recordType, recordName }: MentionLetter, link: string) {
  const { subject, ...letter } = inBothForms(`${by} mentioned you in a note on ${recordName}`, [
    `Dear ${name},`,
    `${by} mentioned you in a note on the ${recordType} ${recordName}. Read it here:`,
    placeOfLink,
    signature,
  ])
  return { subject, ...withLink(letter, link) }
}

/** The stored letter with its link inserted. */
export function withLink(letter: { text: string; html: string }, link: string) {
  const anchor = `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`
  return {
    text: letter.text.replaceAll(placeOfLink, () => link),
    html: letter.html.replaceAll(placeOfLink, () => anchor),
  }
}

/** How the shop presents itself in mails; without a name or a logo, nothing of it is said. */
export interface MailBrand {
  name: string
  /** A PNG picture at a public address, with the size in which it is shown. */
  logo: { url: string; width: number; height: number; alt: string } | null
}

/** A letter as it is sent: the logo of the shop above it, and its name below. */
export function withBrand(letter: { text: string; html: string }, { name, logo }: MailBrand) {
  const signed = `Munshi, for ${oneLine(name)}`
  const endOf = (words: string) => `<p>${escapeHtml(words)}</p>\n</body>`
  const text = name ? replacedEnd(letter.text, `${signature}\n`, `${signed}\n`) : letter.text
  const tail = '</html>\n'
  const html = name ? replacedEnd(letter.html, endOf(signature) + tail, endOf(signed) + tail) : letter.html
  if (!logo) return { text, html }
  const picture = `<p><img src="${escapeHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(logo.alt)}"></p>`
  return { text, html: html.replace('<body dir="auto">', () => `<body dir="auto">\n${picture}`) }
}

function replacedEnd(text: string, end: string, instead: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) + instead : text
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
  /** What the request is, and facts about it, each a line: `Screen: /orders`. */
  facts: readonly string[]
  /** The number of files that stay in Munshi. */
  files: number
}

/** A letter about a support request as text and HTML, with the link to the request. */
export function renderSupport(letter: SupportLetter, link: string) {
  const { kind, number, author, by, text, facts, files } = letter
  const [title, opening, hint] = supportWording(letter)
  const about = [
    ...facts,
    ...(files > 0 ? [files === 1 ? '1 file is in Munshi' : `${files} files are in Munshi`] : []),
  ]
  const { subject, ...written } = inBothForms(`[${number}] ${title}`, [
    kind === 'support answer' ? `Dear ${author},` : `${by} wrote:`,
    ...(opening ? [opening] : []),
    text,
    ...(about.length > 0 ? [about.join('\n')] : []),
    hint,
    placeOfLink,
    signature,
  ])
  return { subject, ...withLink(written, link) }
}

/** The title of a support letter, what comes before the text, and what comes before the link. */
function supportWording({ kind, author, by, text }: SupportLetter): readonly [string, string, string] {
  const start = text.replace(/\s+/g, ' ').slice(0, 80)
  const answerHint = 'Answer by replying to this mail, or in Munshi:'
  if (kind === 'support request') return [start, '', answerHint]
  if (kind === 'support reply') return [`${author} replied: ${start}`, '', answerHint]
  return ['Your request was answered', `${by} answered your request:`, answerHint]
}

function inBothForms(subject: string, paragraphs: readonly string[]) {
  const text = `${paragraphs.join('\n\n')}\n`
  const body = paragraphs.map((line) => `<p>${escapeHtml(line).replace(/\n/g, '<br>')}</p>`).join('\n')
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body dir="auto">\n${body}\n</body></html>\n`
  return { subject: oneLine(subject), text, html }
}

/** A subject is one header line: a line break in a name must not start another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}

function wording({ kind, productName = '', reason = '' }: Letter): { subject: string; lines: string[] } {
  switch (kind) {
    case 'vendor approved':
      return {
        subject: 'Your shop is approved',
        lines: ['Your application is approved. You can now list products.'],
      }
    case 'vendor rejected':
      return {
        subject: 'Your application was not approved',
        lines: ['We could not approve your application. The reason:', reason, 'You may apply again.'],
      }
    case 'vendor update requested':
      return {
        subject: 'Your application needs a change',
        lines: ['Before we can decide on your application, this needs to change:', reason],
      }
    case 'vendor disabled':
      return {
        subject: 'Your shop is disabled',
        lines: ['Your shop is disabled and its listings are hidden. The reason:', reason],
      }
    case 'vendor enabled':
      return {
        subject: 'Your shop is open again',
        lines: ['Your shop is enabled and its approved listings are visible.'],
      }
    case 'vendor change accepted':
      return {
        subject: 'Your changed details are accepted',
        lines: ['The details that you changed are accepted.'],
      }
    case 'vendor change declined':
      return {
        subject: 'Your changed details were not accepted',
        lines: ['We did not accept the details that you changed; the earlier ones stay. The reason:', reason],
      }
    case 'product approved':
      return { subject: `Approved: ${productName}`, lines: [`Your listing “${productName}” is approved.`] }
    case 'product rejected':
      return {
        subject: `Not approved: ${productName}`,
        lines: [`We could not approve your listing “${productName}”. The reason:`, reason],
      }
    case 'product update requested':
      return {
        subject: `Needs a change: ${productName}`,
        lines: [`Before we can decide on your listing “${productName}”, this needs to change:`, reason],
      }
    case 'product edit approved':
      return { subject: `Edit approved: ${productName}`, lines: [`Your edit of “${productName}” is live.`] }
    case 'product edit rejected':
      return {
        subject: `Edit not approved: ${productName}`,
        lines: [
          `Your edit of “${productName}” was not approved; the live version stays. The reason:`,
          reason,
        ],
      }
  }
}

/** The same in Urdu; null for a letter that is written in English only. */
function urduWording({ kind, productName = '', reason = '' }: Letter) {
  switch (kind) {
    case 'vendor rejected':
      return {
        subject: 'آپ کی درخواست منظور نہیں ہوئی',
        lines: ['ہم آپ کی درخواست منظور نہیں کر سکے۔ وجہ:', reason, 'آپ دوبارہ درخواست دے سکتے ہیں۔'],
      }
    case 'vendor update requested':
      return {
        subject: 'آپ کی درخواست میں تبدیلی کی ضرورت ہے',
        lines: ['آپ کی درخواست پر فیصلے سے پہلے یہ تبدیلی ضروری ہے:', reason],
      }
    case 'vendor disabled':
      return {
        subject: 'آپ کی دکان بند کر دی گئی ہے',
        lines: ['آپ کی دکان بند کر دی گئی ہے اور اس کی لسٹنگز نظر نہیں آتیں۔ وجہ:', reason],
      }
    case 'product rejected':
      return {
        subject: `منظور نہیں ہوئی: ${productName}`,
        lines: [`ہم آپ کی لسٹنگ ”${productName}“ منظور نہیں کر سکے۔ وجہ:`, reason],
      }
    case 'product update requested':
      return {
        subject: `تبدیلی درکار ہے: ${productName}`,
        lines: [`آپ کی لسٹنگ ”${productName}“ پر فیصلے سے پہلے یہ تبدیلی ضروری ہے:`, reason],
      }
    default:
      return null
  }
}
