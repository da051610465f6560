/** Every test that needs a server. */
export const serverTests = ['src/features/**/server/*.test.ts', 'src/app/server/*.test.ts']

/**
 * What the embedded engine can answer otherwise than PostgreSQL: how it starts, stops and is killed, its one connection
 * (with every route's accepted and conflicting call), its locks, its lists with their collation, and the schema as it grows.
 * Every test that asks which engine it runs on is among them. Why these are enough for a change that leaves the engine as
 * it is: docs/decisions/053-the-suite-in-fifteen-minutes.md.
 */
export const whatEnginesDifferIn = [
  'src/app/server/{backup,chaos,disk-full,one-connection,operations,pooler,process,races,rolling-restart,rotation,upgrade,waiting}.test.ts',
  'src/app/server/{kill,import-kill,money-kill}.test.ts',
  'src/features/**/server/{bulk-kill,by-category,tree}.test.ts',
  'src/features/**/{categories,imports,vendors,views}/**/server/routes.test.ts',
  'src/features/{categories,imports,vendors,views}/server/routes.test.ts',
]
