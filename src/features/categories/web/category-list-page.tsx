import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { NamedLink } from '#kit/web/named-link.tsx'
import { Cut, Day, None } from '#kit/web/values.tsx'
import { type Category, type CategoryLevel, categories, categoryLevels, levelWords } from '../contract.ts'
import { categoryExports } from '../export-contract.ts'
import { texts } from '../texts.ts'
import { pathsOf } from '../tree/contract.ts'
import classes from '../tree/web/levels-panel.module.css'
import { LevelsPanel } from '../tree/web/levels-panel.tsx'
import { CategoryExport } from './export-panel.tsx'
import { categoryRecord } from './links.ts'
import { ApprovedProducts } from './products-panel.tsx'
import { StatusCell } from './status-panel.tsx'

/** Loaded on demand, because most visits only read. */
const CategoryDialog = lazyOf(() => import('./category-dialog.tsx'), 'CategoryDialog')
const OrderDialog = lazyOf(() => import('../tree/web/order-dialog.tsx'), 'OrderDialog')

const statusFilter: Filter = {
  name: 'status',
  label: texts.status,
  options: [
    { value: 'active', label: texts.active },
    { value: 'inactive', label: texts.inactive },
  ],
}

/** Main Categories: the top level of the tree, in its order. */
export function MainCategoriesPage() {
  return <CategoryList level="main" text={texts.mainCategoriesHint} />
}

/** Sub Categories: each below a main category. */
export function SubCategoriesPage() {
  return <CategoryList level="sub" text={texts.subCategoriesHint} />
}

/** Child Categories: the lowest level, each below a sub category. */
export function ChildCategoriesPage() {
  return <CategoryList level="child" text={texts.childCategoriesHint} />
}

function CategoryList({ level, text }: { level: CategoryLevel; text: string }) {
  const can = useCan()
  const [open, setOpen] = useState<'add' | 'order' | null>(null)
  const options = useAbove(level)
  return (
    <>
      <ListPage
        title={levelWords[level].many}
        endpoint={categories.list}
        fixed={{ level }}
        filters={[
          statusFilter,
          ...(level === 'main' ? [] : [{ name: 'below', label: texts.below, options }]),
        ]}
        searchLabel={texts.searchNameOrSlug}
        defaultSort="place"
        hrefOf={categoryRecord}
        nameOf={({ name }) => name}
        what={texts.theCategories}
        empty={{
          title: texts.noCategoriesYet,
          text: (
            <>
              {text}
              {can(categories.create) && (
                <Button variant="default" size="xs" className={classes.first} onClick={() => setOpen('add')}>
                  {texts.addFirst}
                </Button>
              )}
            </>
          ),
        }}
        actions={
          <>
            <LevelsPanel current={level} />
            <CategoryExport level={level} />
            {level === 'main' && can(categories.order) && (
              <Button variant="default" onClick={() => setOpen('order')}>
                {texts.changeOrder}
              </Button>
            )}
            {can(categories.create) && (
              <Button onClick={() => setOpen('add')}>{texts.addNewCategories}</Button>
            )}
          </>
        }
        {...(can(categoryExports.export)
          ? {
              bulk: (rows: Category[], _clear: () => void, hold: (isHeld: boolean) => void) => (
                <CategoryExport level={level} selection={{ ids: rows.map(({ id }) => id), onHold: hold }} />
              ),
            }
          : {})}
        columns={columnsOf(level)}
      />
      <Suspense fallback={null}>
        {open === 'add' && <CategoryDialog level={level} onClose={() => setOpen(null)} />}
        {open === 'order' && <OrderDialog onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** The categories of the levels above this one, with their paths. */
function useAbove(level: CategoryLevel): { value: string; label: string }[] {
  const [state] = useUrlState()
  const tree = useEndpoint(categories.tree, {}, { enabled: level !== 'main' }).data
  // Until the tree has loaded, the category in the URL has no name, and showing its id would be too wide.
  if (!tree) return [{ value: state.get('below') ?? '', label: '…' }].filter(({ value }) => value)
  const paths = pathsOf(tree)
  const above = categoryLevels.slice(0, categoryLevels.indexOf(level))
  return tree
    .filter((one) => above.includes(one.level))
    .map(({ id }) => ({ value: id, label: paths.get(id) ?? '' }))
}

/** The columns of the list of a level; lower levels also show the parents. */
function columnsOf(level: CategoryLevel): Column<Category>[] {
  const parents: Column<Category>[] = [
    {
      key: 'main',
      title: texts.mainCategoryHeading,
      minWidth: 150,
      cell: (row) => <Above category={row} at={0} />,
    },
    {
      key: 'sub',
      title: texts.subCategoryHeading,
      minWidth: 130,
      cell: (row) => <Above category={row} at={1} />,
    },
  ]
  return [
    {
      key: 'name',
      title: texts.name,
      sortable: true,
      minWidth: 190,
      cell: (row) => <NamedLink href={categoryRecord(row)} name={row.name} media={row.image} />,
    },
    ...parents.slice(0, categoryLevels.indexOf(level)),
    { key: 'slug', title: texts.slug, sortable: true, minWidth: 130, cell: (row) => <Cut>{row.slug}</Cut> },
    {
      key: 'products',
      title: texts.approvedProducts,
      align: 'end',
      width: 138,
      cell: (row) => <ApprovedProducts category={row} />,
    },
    {
      key: 'created_at',
      title: texts.created,
      sortable: true,
      width: 112,
      cell: (row) => <Day at={row.created_at} />,
    },
    {
      key: 'status',
      title: texts.status,
      width: level === 'main' ? 92 : 160,
      cell: (row) => <StatusCell category={row} />,
    },
    {
      key: 'details',
      title: texts.details,
      width: 76,
      cell: (row) => <Link href={categoryRecord(row)}>{texts.details}</Link>,
    },
  ]
}

function Above({ category, at }: { category: Category; at: number }) {
  const one = category.ancestors[at]
  if (!one) return <None />
  return (
    <Link href={categoryRecord(one)} dir="auto" title={one.name}>
      {one.name}
    </Link>
  )
}
