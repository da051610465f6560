import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { publish, releaseList, releaseRecord } from './links.ts'

const access = grants('Home Page Setting', 'view')
const section = 'Homepage Settings'

export const contentPages = [
  definePage({
    path: releaseList.path,
    title: menuTexts.releases,
    access,
    menu: { section, label: menuTexts.releases, order: 20 },
    first: { rows: '/api/admin/releases?sort=-created_at' },
    load: async () => (await import('./release-list-page.tsx')).ReleaseListPage,
  }),
  definePage({
    path: releaseRecord.path,
    record: 'release',
    title: menuTexts.release,
    access,
    within: section,
    first: { calls: ['/api/admin/releases/:id'] },
    load: async () => (await import('./release-page.tsx')).ReleasePage,
  }),
  definePage({
    path: publish.path,
    title: menuTexts.publish,
    access: grants('Home Page Setting', 'publish'),
    within: section,
    load: async () => (await import('./publish-page.tsx')).PublishPage,
  }),
]
