/**
 * Which feature imports which, on any side: contracts, servers with their tables, screens. A tie that is gone is taken
 * off, and a new tie is a line that a reviewer sees. To delete a feature, look here for the folders that name it.
 */
export const ties: Readonly<Record<string, readonly string[]>> = {
  access: ['messages'],
  audit: ['access'],
  categories: ['access', 'audit', 'decisions', 'promotions'],
  customers: ['access', 'audit', 'decisions', 'default-images', 'money', 'notes', 'orders', 'withdrawals'],
  dashboard: ['access', 'customers', 'decisions', 'orders', 'products', 'vendors', 'withdrawals'],
  decisions: ['audit', 'messages', 'notes', 'webhooks'],
  'default-images': ['access'],
  identity: ['access'],
  imports: ['access', 'audit', 'categories', 'products', 'vendors'],
  intake: ['customers', 'orders', 'products', 'promotions', 'vendors', 'withdrawals'],
  money: ['access', 'categories', 'customers', 'orders', 'vendors', 'withdrawals'],
  notes: ['access', 'audit', 'messages'],
  orders: [
    'access',
    'audit',
    'categories',
    'customers',
    'decisions',
    'money',
    'notes',
    'products',
    'promotions',
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
  promotions: ['access', 'audit', 'categories', 'decisions', 'products', 'vendors', 'webhooks'],
  settlements: ['access', 'decisions', 'money', 'orders'],
  staff: ['access', 'audit', 'identity', 'messages', 'notes'],
  vendors: ['access', 'audit', 'decisions', 'default-images', 'messages', 'notes', 'webhooks'],
  views: ['access'],
  webhooks: ['access', 'messages'],
  withdrawals: ['access', 'customers', 'decisions', 'messages', 'money', 'vendors', 'webhooks'],
}

/**
 * The ties that close a circle: without them every feature would lie above all that it imports. The list only shrinks.
 */
export const closingTies: readonly string[] = [
  'categories → promotions',
  'customers → money',
  'customers → orders',
  'customers → withdrawals',
  'money → orders',
  'products → orders',
  'products → promotions',
  'withdrawals → money',
]

/** The ties that lead from a noun up to an adapter. The list only shrinks. */
export const tiesToAdapters: readonly string[] = []

/** The sides with more than 20 files that are no tests, with the number that they may not exceed. The list only shrinks. */
export const wideSides: Readonly<Record<string, number>> = {
  'categories/web': 33,
  'imports/web': 30,
  'orders/web': 47,
  'products/web': 35,
  'promotions/web': 28,
}

/** The statements that write a table of another folder; `?` is a table that the statement does not spell out. The list only shrinks. */
export const foreignWrites: Readonly<Record<string, readonly string[]>> = {
  'src/app/server/rotation.ts': ['?', 'vendor_submissions'],
  // The table of the noun that hands it in.
  'src/features/decisions/server/machine-commands.ts': ['?', '?'],
}
