import { formatRs } from '#kit/contract/money.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import type { Column } from '#kit/web/list/data-table.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { menuTexts } from '../menu-texts.ts'
import { type Packaging, packagings } from '../packaging-contract.ts'
import { texts } from '../texts.ts'
import classes from './delivery-panel.module.css'
import { measuresOf } from './entry-model.ts'
import { EntryLink, statusColumn } from './entry-panel.tsx'
import { packagingList } from './links.ts'
import { EntryScreen } from './list-panel.tsx'

/** Loaded on demand, because most visits only read. */
const PackagingDialog = lazyOf(() => import('./packaging-dialog.tsx'), 'PackagingDialog')

/** Packagings: what goods can be packed in, and what that costs. */
export function PackagingListPage() {
  return (
    <EntryScreen
      calls={packagings}
      path={packagingList.path}
      what={texts.thePackagings}
      add={texts.addNewPackaging}
      dialog={PackagingDialog}
    >
      {(list) => (
        <ListPage
          {...list}
          title={menuTexts.packagings}
          endpoint={packagings.list}
          searchLabel={texts.searchByTitle}
          nameOf={({ title }) => title}
          empty={{ title: texts.noPackagings, text: texts.noPackagingsText }}
          columns={columnsWith(list.hrefOf)}
        />
      )}
    </EntryScreen>
  )
}

function columnsWith(hrefOf: (row: { id: string }) => string): Column<Packaging>[] {
  return [
    {
      key: 'title',
      title: texts.title,
      sortable: true,
      minWidth: 200,
      cell: (row) => <EntryLink href={hrefOf(row)} name={row.title} />,
    },
    {
      key: 'price',
      title: texts.price,
      sortable: true,
      minWidth: 220,
      cell: (row) => (
        <span className={classes.price}>
          {formatRs(row.price)}
          <span className={classes.quiet}>{limitsOf(row)}</span>
        </span>
      ),
    },
    statusColumn<Packaging>(packagings),
  ]
}

/** The measures and the weight limit in words; empty if nothing was said. */
function limitsOf(packaging: Packaging): string {
  const { weight_limit_kg: most } = packaging
  return [measuresOf(packaging), most > 0 ? texts.upToKg({ most }) : ''].filter(Boolean).join(', ')
}
