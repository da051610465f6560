import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { postList, postRecord } from './links.ts'

const section = 'Blogs'
const access = grants('Blogs', 'view')

export const blogPages = [
  definePage({
    path: postList.path,
    title: menuTexts.blogPosts,
    access,
    menu: { section, label: menuTexts.blogPosts, order: 2 },
    first: { rows: '/api/admin/blogs/posts?sort=-created_at', calls: ['/api/admin/blogs/posts/counts'] },
    load: async () => (await import('./post-list-page.tsx')).PostListPage,
  }),
  definePage({
    path: postRecord.path,
    title: menuTexts.post,
    access,
    within: section,
    record: 'post',
    first: { calls: ['/api/admin/blogs/posts/:id'] },
    load: async () => (await import('./post-page.tsx')).PostPage,
  }),
]
