/** Everything that a letter can name. A link leads to a screen, or is for its reader alone. */
export const letterFields = [
  'amount',
  'author',
  'bank_reference',
  'changed_by',
  'count',
  'facts',
  'invited_by',
  'lines',
  'link',
  'marketplace_name',
  'message',
  'name',
  'product_name',
  'reason',
  'record_name',
  'record_type',
  'release_title',
  'request_number',
  'role',
  'summary',
  'switched_off_by',
  'vendor_name',
  'webhook_address',
  'withdrawal_number',
  'words',
] as const
export type LetterField = (typeof letterFields)[number]

/** Who reads a letter; `payee` is the vendor or customer that a withdrawal is paid to. */
export const letterReaders = ['vendor', 'payee', 'subscriber', 'staff'] as const
export type LetterReader = (typeof letterReaders)[number]

interface Kind {
  reader: LetterReader
  /** What the text can name, besides the name of the marketplace. */
  fields: readonly LetterField[]
  /** What the text must contain: without it, the letter does not do what it is for. */
  required: readonly LetterField[]
}

const aboutVendor = { reader: 'vendor', fields: ['vendor_name'], required: [] } as const
const aboutVendorWhy = { reader: 'vendor', fields: ['vendor_name', 'reason'], required: ['reason'] } as const
const aboutProduct = { reader: 'vendor', fields: ['vendor_name', 'product_name'], required: [] } as const
const aboutProductWhy = {
  reader: 'vendor',
  fields: ['vendor_name', 'product_name', 'reason'],
  required: ['reason'],
} as const

/** Every kind of letter that the product sends, in the order of the screen. */
export const letterKinds = {
  'vendor approved': aboutVendor,
  'vendor rejected': aboutVendorWhy,
  'vendor update requested': aboutVendorWhy,
  'vendor disabled': aboutVendorWhy,
  'vendor enabled': aboutVendor,
  'vendor reopened': aboutVendor,
  'vendor closed': aboutVendorWhy,
  'vendor change accepted': aboutVendor,
  'vendor change declined': aboutVendorWhy,
  'product approved': aboutProduct,
  'product rejected': aboutProductWhy,
  'product update requested': aboutProductWhy,
  'product reopened': aboutProduct,
  'product edit approved': aboutProduct,
  'product edit rejected': aboutProductWhy,
  'withdrawal approved': {
    reader: 'payee',
    fields: ['name', 'withdrawal_number', 'amount'],
    required: ['withdrawal_number'],
  },
  'withdrawal reopened': {
    reader: 'payee',
    fields: ['name', 'withdrawal_number', 'amount'],
    required: ['withdrawal_number'],
  },
  'withdrawal paid': {
    reader: 'payee',
    fields: ['name', 'withdrawal_number', 'amount', 'bank_reference'],
    required: ['withdrawal_number', 'bank_reference'],
  },
  'withdrawal declined': {
    reader: 'payee',
    fields: ['name', 'withdrawal_number', 'amount', 'reason'],
    required: ['withdrawal_number', 'reason'],
  },
  subscription: { reader: 'subscriber', fields: ['link'], required: ['link'] },
  invitation: { reader: 'staff', fields: ['name', 'invited_by', 'role', 'link'], required: ['link'] },
  reset: { reader: 'staff', fields: ['name', 'link'], required: ['link'] },
  'second factor off': {
    reader: 'staff',
    fields: ['name', 'switched_off_by', 'reason'],
    required: ['switched_off_by', 'reason'],
  },
  'sign-in address changed': { reader: 'staff', fields: ['name', 'changed_by'], required: ['changed_by'] },
  mention: {
    reader: 'staff',
    fields: ['name', 'author', 'record_type', 'record_name', 'link'],
    required: ['link'],
  },
  'webhook disabled': {
    reader: 'staff',
    fields: ['name', 'webhook_address', 'reason', 'link'],
    required: ['webhook_address', 'reason', 'link'],
  },
  'release failed': {
    reader: 'staff',
    fields: ['name', 'release_title', 'reason', 'link'],
    required: ['reason', 'link'],
  },
  notification: { reader: 'staff', fields: ['name', 'words', 'link'], required: ['words', 'link'] },
  'notification digest': {
    reader: 'staff',
    fields: ['name', 'count', 'lines', 'link'],
    required: ['lines', 'link'],
  },
  'support request': {
    reader: 'staff',
    fields: ['request_number', 'author', 'summary', 'message', 'facts', 'link'],
    required: ['message', 'link'],
  },
  'support reply': {
    reader: 'staff',
    fields: ['request_number', 'author', 'summary', 'message', 'link'],
    required: ['message', 'link'],
  },
  'support answer': {
    reader: 'staff',
    fields: ['name', 'request_number', 'author', 'message', 'link'],
    required: ['message', 'link'],
  },
} as const satisfies Record<string, Kind>

export type LetterKind = keyof typeof letterKinds
export const letterKindNames = Object.keys(letterKinds) as readonly LetterKind[]

/** The letters about decisions on vendors and their products. */
export type DecisionLetter = Extract<LetterKind, `vendor ${string}` | `product ${string}`>

/** What the fields of a kind are filled with; the name of the marketplace and the link are added by the sender. */
export type LetterValues<K extends LetterKind> = {
  readonly [Field in Exclude<(typeof letterKinds)[K]['fields'][number], 'link'>]: string
}

/** All that the text of a kind can name. */
export function fieldsOf(kind: LetterKind): readonly LetterField[] {
  return [...letterKinds[kind].fields, 'marketplace_name']
}

export function isRequired(kind: LetterKind, field: LetterField): boolean {
  return (letterKinds[kind].required as readonly LetterField[]).includes(field)
}
