/** Every test that needs a server. */
export const serverTests = ['src/features/**/server/*.test.ts', 'src/app/server/*.test.ts']

/**
 * What promises seconds: how soon Munshi is ready, ends, gives way or notices that its database is away. A run in which
 * everything else shares the cores has these after the rest, alone.
 */
export const promisesOfSeconds = [
  ...[
    ...['arrival', 'chaos', 'kill', 'money-kill', 'process', 'races', 'rate-limit'],
    ...['rolling-restart', 'waiting'],
  ].map((name) => `src/app/server/${name}.test.ts`),
  'src/features/content/server/instances.test.ts',
]

/**
 * What the embedded engine can answer otherwise than PostgreSQL: how it starts, stops and is killed, its one connection
 * (with every route's accepted and conflicting call), its lists with their collation, and the schema as it grows. Why these
 * are enough for a change that leaves the engine as it is: docs/decisions/053-the-suite-in-fifteen-minutes.md.
 */
export const whatEnginesDifferIn = [
  ...[
    ...['backup', 'disk-full', 'kill', 'one-connection', 'operations', 'process', 'rotation', 'state'],
    ...['statements', 'upgrade'],
  ].map((name) => `src/app/server/${name}.test.ts`),
  'src/features/products/server/by-category.test.ts',
  ...['vendors', 'views'].map((noun) => `src/features/${noun}/server/routes.test.ts`),
]

/**
 * What asks which engine it runs on and runs on PostgreSQL alone in an ordinary run, by what holds the same on the embedded
 * engine there. On the embedded engine all of them are part of its full pass.
 */
export const whatPostgresStandsFor: Readonly<Record<string, readonly string[]>> = {
  'They have nothing to do on an engine within the process, which has one connection': [
    ...[
      ...['bulk-instances', 'chaos', 'pooler', 'search-races', 'sign-in-races', 'waiting'],
      'window-races',
    ].map((name) => `src/app/server/${name}.test.ts`),
  ],
  'kill.test.ts holds that what is acknowledged outlives kill -9 whole; how work goes on after it is the same code and SQL':
    [
      ...['import-kill', 'mailing-kill', 'money-kill', 'release-kill'].map(
        (name) => `src/app/server/${name}.test.ts`,
      ),
      'src/features/orders/bulk/server/bulk-kill.test.ts',
    ],
  'one-connection.test.ts makes every call on it, and calls that race there come one after the other': [
    'src/app/server/races.test.ts',
    'src/features/categories/server/routes.test.ts',
    'src/features/promotions/server/tree.test.ts',
  ],
  'process.test.ts holds how it ends, and to drain is to answer HTTP and no more': [
    'src/app/server/rolling-restart.test.ts',
  ],
}
