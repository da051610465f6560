import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { promisesOfSeconds, serverTests, whatEnginesDifferIn } from './src/testing/server-tests.ts'

const isSample = process.env.MUNSHI_EMBEDDED_TESTS === 'what differs'
/** What promises seconds may run apart from the rest: `without` them, or they `alone`. */
const promises = process.env.MUNSHI_PROMISES_OF_SECONDS

function filesOf(engine: 'embedded' | 'server'): { include: string[]; exclude: string[] } {
  const include = engine === 'embedded' && isSample ? whatEnginesDifferIn : serverTests
  if (promises === 'without') return { include, exclude: promisesOfSeconds }
  if (promises !== 'alone') return { include, exclude: [] }
  const isAsked = (path: string) => include === serverTests || include.includes(path)
  return { include: promisesOfSeconds.filter(isAsked), exclude: [] }
}

const server = (engine: 'embedded' | 'server') => ({
  test: {
    name: engine === 'embedded' ? 'server, embedded engine' : 'server, PostgreSQL',
    ...filesOf(engine),
    globalSetup: ['src/testing/global-setup.ts'],
    env: { MUNSHI_TEST_ENGINE: engine, NODE_ENV: 'test' },
    // Some start several servers one after the other, and the machine may be busy: time is measured in bench/, not here.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: 'forks' as const,
    // The product keeps nothing in its modules that a second application could meet: it is loaded once for each worker.
    isolate: false,
  },
})

export default defineConfig({
  test: {
    // Tests wait for databases and processes about a third of their time: with a worker for each core, cores are idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'fast',
          include: [
            'src/*.test.ts',
            'src/kit/**/*.test.ts',
            'src/features/**/*.test.ts',
            'database/**/*.test.ts',
          ],
          exclude: ['src/kit/server/embedded-database.test.ts', ...serverTests],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          isolate: false,
        },
      },
      {
        test: {
          name: 'engine',
          include: ['src/kit/server/embedded-database.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      server('embedded'),
      server('server'),
    ],
  },
})
