import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { menuTexts } from '#features/blogs/menu-texts.ts'
import { postList } from '#features/blogs/web/links.ts'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { ActiveSwitch } from '#kit/web/list/active-switch.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { RecordMenu } from '#kit/web/record/record-menu.tsx'
import { Cut, Day } from '#kit/web/values.tsx'
import { type BlogCategory, blogCategories } from '../contract.ts'
import { texts } from '../texts.ts'

/** Loaded on demand, because most visits only read. */
const CategoryDialog = lazyOf(() => import('./category-dialog.tsx'), 'CategoryDialog')
const RemoveDialog = lazyOf(() => import('./remove-dialog.tsx'), 'RemoveDialog')
const OrderDialog = lazyOf(() => import('./order-dialog.tsx'), 'OrderDialog')

type Open = 'add' | 'order' | 'edit' | 'delete'

const filters: Filter[] = [
  {
    name: 'status',
    label: texts.status,
    options: [
      { value: 'active', label: texts.active },
      { value: 'inactive', label: texts.inactive },
    ],
  },
]

const postsOf = ({ id }: { id: string }) => postList({ category_id: id })

/** Blog Categories: what posts are filed under, in the order in which readers see them. */
export function BlogCategoriesPage() {
  const can = useCan()
  const [open, setOpen] = useState<Open | null>(null)
  /** The category that is edited or deleted. */
  const [chosen, setChosen] = useState<BlogCategory | null>(null)
  const close = () => setOpen(null)
  const openFor = (what: Open, row: BlogCategory) => {
    setChosen(row)
    setOpen(what)
  }
  return (
    <>
      <ListPage
        title={menuTexts.blogCategories}
        endpoint={blogCategories.list}
        filters={filters}
        searchLabel={texts.search}
        defaultSort="position"
        hrefOf={postsOf}
        nameOf={({ name }) => name}
        what={texts.theCategories}
        empty={{ title: texts.noneYet, text: texts.emptyHint }}
        actions={
          <>
            {can(blogCategories.order) && (
              <Button variant="default" onClick={() => setOpen('order')}>
                {texts.changeOrder}
              </Button>
            )}
            {can(blogCategories.create) && (
              <Button onClick={() => setOpen('add')}>{texts.addCategory}</Button>
            )}
          </>
        }
        columns={columnsFor(can(blogCategories.change), openFor)}
      />
      <Suspense fallback={null}>
        {open === 'add' && <CategoryDialog category={null} onClose={close} />}
        {open === 'edit' && chosen && <CategoryDialog category={chosen} onClose={close} />}
        {open === 'delete' && chosen && <RemoveDialog category={chosen} onClose={close} />}
        {open === 'order' && <OrderDialog onClose={close} />}
      </Suspense>
    </>
  )
}

function columnsFor(
  mayChange: boolean,
  onOpen: (what: Open, row: BlogCategory) => void,
): Column<BlogCategory>[] {
  return [
    {
      key: 'name',
      title: texts.name,
      sortable: true,
      minWidth: 180,
      cell: (row) => (
        <Link href={postsOf(row)} dir="auto" title={row.name}>
          {row.name}
        </Link>
      ),
    },
    { key: 'slug', title: texts.slug, sortable: true, minWidth: 140, cell: (row) => <Cut>{row.slug}</Cut> },
    {
      key: 'posts',
      title: texts.posts,
      align: 'end',
      width: 84,
      cell: (row) => <Link href={postsOf(row)}>{numberOf(row.post_count)}</Link>,
    },
    {
      key: 'created_at',
      title: texts.created,
      sortable: true,
      width: 116,
      cell: (row) => <Day at={row.created_at} />,
    },
    { key: 'status', title: texts.status, width: 92, cell: (row) => <CategorySwitch category={row} /> },
    ...(mayChange
      ? [
          {
            key: 'details',
            title: texts.details,
            width: 84,
            cell: (row: BlogCategory) => (
              <RecordMenu
                label={texts.actionsOf({ name: row.name })}
                items={[
                  { words: texts.edit, onPick: () => onOpen('edit', row) },
                  { words: texts.delete, onPick: () => onOpen('delete', row), isDangerous: true },
                ]}
              />
            ),
          },
        ]
      : []),
  ]
}

/** Offers a category to readers, or no longer. */
function CategorySwitch({ category }: { category: BlogCategory }) {
  return (
    <ActiveSwitch
      change={blogCategories.change}
      record={category}
      label={texts.nameActive({ name: category.name })}
      words={{ on: texts.on({ name: category.name }), off: texts.off({ name: category.name }) }}
      isListed
    />
  )
}
