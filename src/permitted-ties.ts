/**
 * Which feature imports which, on any side: contracts, servers with their tables, screens. A tie that is gone is taken
 * off, and a new tie is a line that a reviewer sees. To delete a feature, look here for the folders that name it.
 */
export const ties: Readonly<Record<string, readonly string[]>> = {
  access: ['messages'],
  audit: ['access'],
  bulk: ['access'],
  categories: ['access', 'audit', 'decisions', 'default-images', 'identity', 'promotions'],
  customers: [
    'access',
    'audit',
    'dashboard',
    'decisions',
    'default-images',
    'intake',
    'money',
    'notes',
    'orders',
    'webhooks',
    'withdrawals',
  ],
  dashboard: ['access', 'customers', 'decisions', 'orders', 'products', 'vendors', 'withdrawals'],
  decisions: ['audit', 'messages', 'notes'],
  'default-images': ['access', 'identity'],
  identity: ['access'],
  imports: ['access', 'audit', 'categories', 'intake', 'products', 'vendors', 'withdrawals'],
  intake: ['customers', 'orders', 'products', 'promotions', 'vendors', 'withdrawals'],
  money: ['access', 'categories', 'customers', 'dashboard', 'orders', 'vendors', 'withdrawals'],
  notes: ['access', 'audit', 'customers', 'identity', 'messages', 'orders', 'products', 'vendors'],
  orders: [
    'access',
    'audit',
    'bulk',
    'categories',
    'customers',
    'dashboard',
    'decisions',
    'intake',
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
    'identity',
    'intake',
    'messages',
    'notes',
    'orders',
    'promotions',
    'vendors',
    'webhooks',
  ],
  promotions: [
    'access',
    'audit',
    'categories',
    'decisions',
    'default-images',
    'identity',
    'intake',
    'money',
    'products',
    'vendors',
    'webhooks',
  ],
  settlements: ['access', 'decisions', 'money', 'orders', 'withdrawals'],
  staff: ['access', 'audit', 'identity', 'messages', 'notes'],
  vendors: ['access', 'audit', 'decisions', 'default-images', 'intake', 'messages', 'notes', 'webhooks'],
  views: [
    'access',
    'audit',
    'categories',
    'customers',
    'imports',
    'money',
    'orders',
    'products',
    'promotions',
    'settlements',
    'staff',
    'vendors',
    'webhooks',
    'withdrawals',
  ],
  webhooks: ['access', 'messages', 'withdrawals'],
  withdrawals: ['access', 'customers', 'decisions', 'intake', 'messages', 'money', 'vendors', 'webhooks'],
}

/**
 * The ties that close a circle: without them every feature would lie above all that it imports. The list only shrinks.
 * The folder that can work without the other one is named last.
 */
export const closingTies: readonly string[] = [
  'categories → promotions',
  'customers → dashboard',
  'customers → intake',
  'customers → money',
  'customers → orders',
  'customers → withdrawals',
  'money → dashboard',
  'money → orders',
  'notes → customers',
  'notes → orders',
  'notes → products',
  'notes → vendors',
  'orders → dashboard',
  'orders → intake',
  'products → intake',
  'products → orders',
  'products → promotions',
  'promotions → intake',
  'vendors → intake',
  'webhooks → withdrawals',
  'withdrawals → intake',
  'withdrawals → money',
]

/** The ties that lead from a noun up to an adapter. The list only shrinks. */
export const tiesToAdapters: readonly string[] = [
  'customers → dashboard',
  'customers → intake',
  'imports → intake',
  'money → dashboard',
  'orders → dashboard',
  'orders → intake',
  'products → intake',
  'promotions → intake',
  'vendors → intake',
  'withdrawals → intake',
]

/** The sides with more than 20 files that are no tests, with the number that they may not exceed. The list only shrinks. */
export const wideSides: Readonly<Record<string, number>> = {
  'categories/web': 36,
  'imports/web': 30,
  'orders/web': 48,
  'products/web': 36,
  'promotions/web': 30,
  'withdrawals/web': 21,
}

/** The statements that write a table of another folder; `?` is a table that the statement does not spell out. The list only shrinks. */
export const foreignWrites: Readonly<Record<string, readonly string[]>> = {
  'src/app/server/rotation.ts': ['?', 'vendor_submissions'],
  'src/kit/server/upkeep.ts': ['account_tokens', 'known_devices', 'sessions', 'spent_challenges'],
}
