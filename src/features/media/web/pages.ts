import { IconPhoto } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { mediaLibrary, pictureRecord } from './links.ts'

const access = grants('Media Library', 'view')

export const mediaPages = [
  definePage({
    path: mediaLibrary.path,
    title: menuTexts.mediaLibrary,
    access,
    menu: { section: 'own', label: menuTexts.mediaLibrary, order: 6, icon: IconPhoto },
    first: { rows: '/api/admin/media?sort=-created_at' },
    load: async () => (await import('./media-list-page.tsx')).MediaListPage,
  }),
  definePage({
    path: pictureRecord.path,
    title: menuTexts.picture,
    access,
    record: 'picture',
    within: menuTexts.mediaLibrary,
    first: { calls: ['/api/admin/media/:id'] },
    load: async () => (await import('./media-page.tsx')).MediaPage,
  }),
]
