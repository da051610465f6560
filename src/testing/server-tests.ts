/** Every test that needs a server. */
export const serverTests = ['src/features/**/server/*.test.ts', 'src/app/server/*.test.ts']

/**
 * What the embedded engine can answer otherwise than PostgreSQL: how it starts, stops and is killed, its one connection
 * (with every route's accepted and conflicting call), its locks, its lists with their collation, and the schema as it grows.
 * Every test that asks which engine it runs on is among them. Why these are enough for a change that leaves the engine as
 * it is: docs/decisions/053-the-suite-in-fifteen-minutes.md.
 */
export const whatEnginesDifferIn = [
  ...[
    ...['backup', 'chaos', 'disk-full', 'import-kill', 'kill', 'money-kill', 'one-connection', 'operations'],
    ...['pooler', 'process', 'races', 'rolling-restart', 'rotation', 'state', 'statements', 'upgrade'],
    'waiting',
  ].map((name) => `src/app/server/${name}.test.ts`),
  ...['bulk-kill', 'by-category', 'tree'].map((name) => `src/features/**/server/${name}.test.ts`),
  ...['bulk-upload', 'categories', 'vendors', 'views'].map(
    (noun) => `src/features/**/${noun}/**/server/routes.test.ts`,
  ),
]
