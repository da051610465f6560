import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { numberOf } from '#kit/contract/words.ts'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import type { Column } from '#kit/web/list/data-table.tsx'
import type { Filter } from '#kit/web/list/list-filters.tsx'
import { ListPage } from '#kit/web/list/list-page.tsx'
import { Thumbnail } from '#kit/web/named-link.tsx'
import { Cut, Day } from '#kit/web/values.tsx'
import { type Post, posts } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { postStates } from '../moves-contract.ts'
import { texts } from '../texts.ts'
import { useBlogCategories } from './category-panel.tsx'
import { postRecord } from './links.ts'
import classes from './post-list-page.module.css'
import { PostMark, stateWords } from './state-panel.tsx'

/** Loaded on demand, because most visits only read. */
const PostDialog = lazyOf(() => import('./post-dialog.tsx'), 'PostDialog')
const DeletedDialog = lazyOf(() => import('./deleted-dialog.tsx'), 'DeletedDialog')

const columns: Column<Post>[] = [
  {
    key: 'banner',
    title: texts.banner,
    width: 84,
    cell: (row) => <Thumbnail media={row.banner?.media ?? ''} />,
  },
  {
    key: 'category',
    title: texts.category,
    width: 150,
    onPhone: 'fact',
    cell: (row) => <Cut>{row.category?.name ?? ''}</Cut>,
  },
  {
    key: 'title',
    title: texts.postTitle,
    isNaming: true,
    sortable: true,
    minWidth: 240,
    cell: (row) => (
      <span className={classes.title}>
        <Link href={postRecord(row)} dir="auto" title={row.title}>
          {row.title}
        </Link>
        {(row.state !== 'published' || row.has_changes) && <PostMark post={row} />}
      </span>
    ),
  },
  {
    key: 'created_at',
    title: texts.created,
    sortable: true,
    width: 116,
    onPhone: 'fact',
    cell: (row) => <Day at={row.created_at} />,
  },
  {
    key: 'views',
    title: texts.views,
    sortable: true,
    align: 'end',
    width: 92,
    cell: (row) => numberOf(row.views),
  },
]

/** Blog Posts: everything that is written, in whatever state, with how often it was read. */
export function PostListPage() {
  const can = useCan()
  const [isAdding, setAdding] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const counts = useEndpoint(posts.count, {}).data
  const filters = useFilters()
  return (
    <>
      <ListPage
        title={menuTexts.blogPosts}
        endpoint={posts.list}
        tabs={{
          name: 'state',
          items: [
            { value: '', label: texts.all, count: counts?.all },
            ...postStates.map((state) => ({
              value: state,
              label: stateWords[state],
              count: counts?.[state],
            })),
          ],
        }}
        filters={filters}
        searchLabel={texts.searchPosts}
        defaultSort="-created_at"
        hrefOf={postRecord}
        nameOf={({ title }) => title}
        what={texts.thePosts}
        empty={{ title: texts.noPostsYet, text: texts.emptyHint }}
        actions={
          <>
            {can(posts.deleted) && counts !== undefined && counts.deleted > 0 && (
              <Button variant="default" onClick={() => setRestoring(true)}>
                {texts.deletedDrafts({ count: counts.deleted })}
              </Button>
            )}
            {can(posts.create) && <Button onClick={() => setAdding(true)}>{texts.addNewPost}</Button>}
          </>
        }
        columns={columns}
      />
      <Suspense fallback={null}>
        {isAdding && <PostDialog onClose={() => setAdding(false)} />}
        {isRestoring && <DeletedDialog onClose={() => setRestoring(false)} />}
      </Suspense>
    </>
  )
}

function useFilters(): Filter[] {
  const { options } = useBlogCategories()
  return [
    {
      name: 'category_id',
      label: texts.category,
      options,
    },
    { name: 'from', label: texts.createdFrom, control: 'day', isExtra: true },
    { name: 'to', label: texts.createdUntil, control: 'day', isExtra: true },
  ]
}
