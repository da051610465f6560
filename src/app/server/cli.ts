import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAdministrator } from '#features/access/server/commands.ts'
import type { Finding } from '#features/audit/server/rules.ts'
import { verifyAuditLog } from '#features/audit/server/seal-commands.ts'
import { scopes as allScopes } from '#features/intake/contract.ts'
import { createKey, revokeKeys } from '#features/intake/server/commands.ts'
import { type ListedKey, listKeys } from '#features/intake/server/queries.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { dayOf } from '#kit/contract/words.ts'
import { transact } from '#kit/server/context.ts'
import { DirectoryLocked } from '#kit/server/directory-lock.ts'
import { addKeyToFile } from '#kit/server/field-keys.ts'
import { jobContext } from '#kit/server/jobs.ts'
import { backup, restore } from './backup.ts'
import { type Config, ConfigError, readConfig, requireDatabase } from './config.ts'
import { loadDemoMarketplace, settleDemoMarketplace } from './demo.ts'
import { isSealedAnew, sealAnew } from './rotation.ts'
import { type Installation, openInstallation, prepare } from './service.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Command {
  summary: string
  options: Record<string, { type: 'string'; help: string }>
  run: (values: Record<string, string | undefined>, config: Config) => Promise<void>
}

/** The administration commands of an installation, printed by `--help`. */
const commands: Record<string, Command> = {
  migrate: {
    summary: 'Update the tables',
    options: {},
    run: (_, config) =>
      withInstallation(config, async () => {
        say('The tables are up to date')
      }),
  },
  demo: {
    summary: 'Fill an empty database with the demo marketplace',
    options: {},
    run: (_, config) =>
      withInstallation(config, async (installation) => {
        if (!(await loadDemoMarketplace(installation, say))) {
          throw new ConfigError('The database has vendors already: the demo is for an empty one')
        }
        await settleDemoMarketplace(installation, say)
      }),
  },
  'admin:create': {
    summary: 'Create an administrator',
    options: {
      email: { type: 'string', help: 'their e-mail address' },
      password: { type: 'string', help: 'at least 10 characters; better given as ADMIN_PASSWORD' },
      name: { type: 'string', help: 'shown beside what they do' },
    },
    run: ({ email, password = process.env.ADMIN_PASSWORD, name }, config) =>
      withInstallation(config, async (installation) => {
        if (!email || !password) throw new ConfigError('admin:create needs --email and --password')
        await asOperator(installation, (ctx) =>
          createAdministrator(ctx, { email, password, ...(name ? { username: name } : {}) }),
        )
        say(`${email} can sign in`)
      }),
  },
  'key:create': {
    summary: 'Create an intake key; it is shown once',
    options: {
      name: { type: 'string', help: 'whose key it is' },
      scopes: { type: 'string', help: `what it may send, of ${allScopes.join(',')}` },
    },
    run: ({ name, scopes = 'sellers,products,customers,orders' }, config) =>
      withInstallation(config, async (installation) => {
        if (!name) throw new ConfigError('key:create needs --name')
        const { key } = await asOperator(installation, (ctx) =>
          createKey(ctx, { name, scopes: scopes.split(',').map((scope) => scope.trim()) }),
        )
        say(key)
      }),
  },
  'key:revoke': {
    summary: 'End every intake key of this name',
    options: { name: { type: 'string', help: 'the name it was created with' } },
    run: ({ name }, config) =>
      withInstallation(config, async (installation) => {
        if (!name) throw new ConfigError('key:revoke needs --name')
        const ended = await asOperator(installation, (ctx) => revokeKeys(ctx, name))
        if (ended === 0) throw new ConfigError(`No active key has the name ${name}`)
        say(`${ended} ended`)
        if (name === 'INTAKE_API_KEY') {
          say('Before the next start, give the setting another value or take it away')
        }
      }),
  },
  'key:list': {
    summary: 'Print every intake key: name, since when, when it ended, what it may send',
    options: {},
    run: (_, config) =>
      withInstallation(config, async ({ database }) => {
        for (const line of keyLines(await listKeys(database.patientDb))) say(line)
      }),
  },
  'keys:rotate': {
    summary: 'Seal all sensitive fields under a new key, while servers run',
    options: {},
    run: (_, config) => rotateKeys(config),
  },
  'audit:verify': {
    summary: 'Check the audit log against its seals, and print the first altered row',
    options: {},
    run: async (_, config) => {
      requireDatabase(config)
      await withInstallation(config, async ({ database, services }) => {
        const { sealed, waiting, first } = await verifyAuditLog({ db: database.patientDb, services })
        if (first) throw new ConfigError(`The audit log has been altered: ${wordsFor(first)}`)
        say(`${sealed} sealed rows are as they were written, ${waiting} wait for their seal`)
      })
    },
  },
  backup: {
    summary: 'Copy database, files and the key file into a new folder',
    options: { to: { type: 'string', help: 'the folder, which must not exist yet' } },
    run: async ({ to }, config) => {
      if (!to) throw new ConfigError('backup needs --to FOLDER')
      say(await backup(config, to))
    },
  },
  restore: {
    summary: 'Restore a backup into an empty installation',
    options: { from: { type: 'string', help: 'the folder that backup made' } },
    run: async ({ from }, config) => {
      if (!from) throw new ConfigError('restore needs --from FOLDER')
      say(await restore(config, from))
    },
  },
}

/** Adds a new key to the key file. Keys in the environment must have been extended before. */
async function rotateKeys(config: Config): Promise<void> {
  const path = join(config.DATA_DIR, 'field-keys')
  const installation = await openInstallation(config).catch((error: unknown) => {
    if (!config.FIELD_KEYS && error instanceof DirectoryLocked) return null
    throw error
  })
  if (!installation) {
    say(
      `${addKeyToFile(path)} is added to ${path}. The server that runs takes it up and seals everything under it`,
    )
    say('within a few minutes; its log then says “everything is sealed under the newest key”.')
    return
  }
  try {
    const { database, services } = installation
    await prepare(installation, config)
    const ctx = jobContext('operator', { db: database.patientDb, services })
    if (!config.FIELD_KEYS) {
      addKeyToFile(path)
    } else if (services.keys.ids.length < 2) {
      const next = `k${services.keys.ids.length + 1}:${randomBytes(32).toString('base64')}`
      throw new ConfigError(`Append a new key to FIELD_KEYS of every instance first, such as ${next}`)
    }
    say('Sealing. This takes at least a minute and ends when nothing is sealed under an older key')
    for (;;) {
      const rotated = await sealAnew(ctx)
      if (rotated) {
        say(`${rotated.values} values and ${rotated.files} files are sealed under ${rotated.key} now`)
        return
      }
      if (await isSealedAnew(ctx)) {
        say(`Everything is sealed under ${services.keys.ids.at(-1)}`)
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    }
  } finally {
    await installation.close()
  }
}

function keyLines(keys: readonly ListedKey[]): string[] {
  if (keys.length === 0) return ['There are no intake keys']
  const rows = keys.map(({ name, scopes, created_at, revoked_at }) => [
    name,
    dayOf(created_at.toISOString()),
    revoked_at ? dayOf(revoked_at.toISOString()) : 'valid',
    scopes.join(','),
  ])
  const titled = [['Name', 'Since', 'Ended', 'Scopes'], ...rows]
  const widths = [0, 1, 2].map((at) => Math.max(...titled.map((row) => row[at]?.length ?? 0)))
  return titled.map((row) => row.map((value, at) => value.padEnd(widths[at] ?? 0)).join('  '))
}

function wordsFor({ number, id, what }: Finding): string {
  const row = [number === null ? 'no seal' : `seal ${number}`, id && `row ${id}`].filter(Boolean).join(', ')
  return `${row}: ${what}`
}

async function withInstallation(
  config: Config,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  const installation = await openInstallation(config)
  try {
    await prepare(installation, config)
    await work(installation)
  } finally {
    await installation.close()
  }
}

function asOperator<T>(installation: Installation, work: Parameters<typeof transact<T>>[1]): Promise<T> {
  const { database, services } = installation
  return transact(jobContext('operator', { db: database.patientDb, services }), work)
}

function help(): string {
  const lines = Object.entries(commands).flatMap(([name, { summary, options }]) => [
    `  ${name.padEnd(14)} ${summary}`,
    ...Object.entries(options).map(([option, value]) => `      --${option.padEnd(10)} ${value.help}`),
  ])
  return ['npm run <command> [-- --option value]', '', ...lines].join('\n')
}

async function main(): Promise<void> {
  const [name = '--help', ...rest] = process.argv.slice(2)
  const command = commands[name]
  if (!command || rest.includes('--help')) {
    say(help())
    if (!command && name !== '--help') process.exitCode = 1
    return
  }
  const options = Object.fromEntries(
    Object.entries(command.options).map(([key, { type }]) => [key, { type }]),
  )
  const { values } = parseArgs({ args: rest, options })
  // For admin:create, ADMIN_PASSWORD is the password of the person to create, so the configuration must not use it for
  // the configured administrator. All other commands use these settings as a start does, so that a new database filled
  // with the demo also gets its own administrator.
  const own = name === 'admin:create' ? { ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined } : {}
  await command.run(values, readConfig({ ...process.env, ...own }))
}

main().catch((error: unknown) => {
  const isClear =
    error instanceof ConfigError ||
    error instanceof DirectoryLocked ||
    error instanceof Refusal ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  const words =
    error instanceof Error ? (isClear ? error.message : (error.stack ?? error.message)) : String(error)
  process.stderr.write(`munshi: ${words}\n`)
  process.exitCode = 1
})
