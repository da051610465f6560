/**
 * Which feature imports which, on any side (contracts, servers with their tables, screens), or reads its tables in plain
 * SQL. A tie that is gone is taken off, and a new tie is a line that a reviewer sees. To delete a feature, begin here; its
 * name in permissions, events and ledger accounts is found by searching for it.
 */
export const ties: Readonly<Record<string, readonly string[]>> = {
  access: ['messages'],
  audit: ['access'],
  branding: ['content', 'media'],
  blogs: ['access', 'audit', 'decisions', 'media', 'webhooks', 'window'],
  'bulk-upload': ['access', 'audit', 'categories', 'orders', 'products', 'promotions', 'vendors'],
  categories: ['access', 'audit', 'decisions', 'products', 'promotions'],
  claims: ['access', 'notes'],
  content: ['access', 'media', 'messages', 'webhooks', 'window'],
  customers: [
    'access',
    'audit',
    'claims',
    'decisions',
    'default-images',
    'money',
    'notes',
    'orders',
    'withdrawals',
  ],
  dashboard: [
    'access',
    'branding',
    'categories',
    'content',
    'customers',
    'decisions',
    'desk',
    'identity',
    'money',
    'orders',
    'products',
    'staff',
    'vendors',
    'withdrawals',
  ],
  decisions: ['access', 'audit', 'claims', 'letters', 'messages', 'notes', 'webhooks'],
  'default-images': ['access'],
  desk: ['access', 'categories', 'claims', 'customers', 'products', 'vendors'],
  faqs: ['access', 'audit', 'content', 'decisions', 'window'],
  identity: ['access', 'branding', 'support'],
  delivery: ['access', 'products', 'promotions', 'vendors'],
  intake: [
    'customers',
    'decisions',
    'messages',
    'orders',
    'products',
    'promotions',
    'vendors',
    'withdrawals',
  ],
  letters: ['access', 'audit', 'messages'],
  mailings: [
    'access',
    'audit',
    'categories',
    'customers',
    'decisions',
    'media',
    'messages',
    'products',
    'promotions',
    'subscribers',
    'vendors',
  ],
  media: ['access', 'audit'],
  money: ['access', 'categories', 'customers', 'orders', 'products', 'settlements', 'vendors', 'withdrawals'],
  notes: ['access', 'audit', 'messages'],
  notifications: ['access', 'messages'],
  orders: [
    'access',
    'audit',
    'branding',
    'categories',
    'customers',
    'decisions',
    'delivery',
    'money',
    'notes',
    'products',
    'promotions',
    'settlements',
    'vendors',
    'webhooks',
  ],
  products: [
    'access',
    'audit',
    'categories',
    'decisions',
    'messages',
    'notes',
    'orders',
    'promotions',
    'vendors',
    'webhooks',
  ],
  promotions: ['access', 'audit', 'categories', 'decisions', 'orders', 'products', 'vendors', 'webhooks'],
  search: ['access'],
  settlements: ['access', 'decisions', 'money', 'orders'],
  staff: ['access', 'audit', 'identity', 'messages', 'notes'],
  stores: ['default-images', 'products', 'promotions', 'vendors'],
  subscribers: ['access', 'audit', 'decisions', 'messages', 'webhooks'],
  vendors: ['access', 'audit', 'decisions', 'default-images', 'messages', 'notes', 'products'],
  support: ['access', 'messages'],
  views: ['access'],
  webhooks: ['access', 'messages'],
  withdrawals: ['access', 'customers', 'decisions', 'messages', 'money', 'vendors', 'webhooks'],
}

/**
 * The ties that close a circle: without them every feature would lie above all that it imports, addresses of screens
 * aside. The list only shrinks.
 */
export const closingTies: readonly string[] = [
  'categories → promotions',
  'customers → money',
  'customers → orders',
  'customers → withdrawals',
  'money → orders',
  'products → orders',
  'orders → settlements',
  'products → promotions',
  'promotions → orders',
  'vendors → products',
  'withdrawals → money',
]

/** The ties that lead from a noun up to an adapter. The list only shrinks. */
export const tiesToAdapters: readonly string[] = []

/** The statements that write a table of another folder; `?` is a table that the statement does not spell out. The list only shrinks. */
export const foreignWrites: Readonly<Record<string, readonly string[]>> = {
  'src/app/server/rotation.ts': ['?', '?'],
  // The table of the noun that hands it in.
  'src/features/decisions/server/move-commands.ts': ['?'],
  'src/features/decisions/server/status-commands.ts': ['?'],
}
