import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Adds a field to a product, a shop and an order line by the recipe of CONTRIBUTING.md, in a copy of the tree, and reads them
// back there by every way of writing: `npm run test:long` runs it. It ends with another code than 0 where one is lost.

interface Plant {
  path: string
  /** What follows the place, and what is put there. */
  before: string
  line: string
}

const labelled = (noun: string, name: string, label: string): Plant => ({
  path: `src/features/${noun}/texts.ts`,
  before: '\n})\n',
  line: `\n  ${name}: '${label}',`,
})
const endOf = (type: string) => `} satisfies Readonly<Record<string, ${type}>>`
const plants: readonly Plant[] = [
  labelled('products', 'warranty', 'Warranty'),
  labelled('vendors', 'shopFloor', 'Floor'),
  labelled('orders', 'giftNote', 'Gift note'),
  {
    path: 'src/features/products/fields-contract.ts',
    before: endOf('ProductField'),
    line: "  warranty_months: { ...measure('months', 600, 0), label: texts.warranty },\n",
  },
  {
    path: 'src/features/products/server/tables.ts',
    before: "  status: 'text',\n  available:",
    line: "  warranty_months: 'int4=',\n",
  },
  {
    path: 'src/features/vendors/fields-contract.ts',
    // The last of the three declarations is that of the shop.
    before: `${endOf('VendorField')}\n\nconst sections`,
    line: "  shop_floor: { ...text, label: texts.shopFloor, schema: line(40).default('') },\n",
  },
  {
    path: 'src/features/vendors/server/tables.ts',
    before: "  bank_name: 'text=',",
    line: "  shop_floor: 'text=',\n",
  },
  {
    path: 'src/features/orders/fields-contract.ts',
    before: endOf('LineField'),
    line: `  gift_note: {
    label: texts.giftNote,
    kind: 'text',
    schema: z.string().max(200).default(''),
    answer: z.string(),
    isKept: true,
    shown: 'below-name',
  },\n`,
  },
  {
    path: 'src/features/orders/server/tables.ts',
    before: "  promotion_id: 'uuid?',\n  promotion_discount",
    line: "  gift_note: 'text=',\n",
  },
]
const migration = `alter table products add column warranty_months integer not null default 0;
alter table vendors add column shop_floor text not null default '';
alter table order_lines add column gift_note text not null default '';
`

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'munshi-added-fields-'))
try {
  const left = ['.git', '.cache', 'node_modules', 'dist', 'test-results']
  cpSync(root, copy, { recursive: true, filter: (path) => !left.includes(path.slice(root.length)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { path, before, line } of plants) {
    const text = readFileSync(join(copy, path), 'utf8')
    if (text.split(before).length !== 2) throw new Error(`the place in ${path} is not there, or not once`)
    writeFileSync(
      join(copy, path),
      text.replace(before, () => line + before),
    )
  }
  writeFileSync(join(copy, 'database/migrations/9999_added_fields.sql'), migration)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: copy, stdio: 'inherit' }).status ?? 1
  const types = run(join(root, 'node_modules/typescript/bin/tsc'), '-b')
  const read = ['src/app/server/read-back.test.ts', 'src/fields.test.ts', 'src/texts.test.ts']
  const tests = run(join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...read)
  process.exitCode = types + tests
} finally {
  rmSync(copy, { recursive: true, force: true })
}
