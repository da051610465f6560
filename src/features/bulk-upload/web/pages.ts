import { IconTableImport } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { importList, importRecord } from './links.ts'

const title = menuTexts.bulkProductUpload
const access = grants('Bulk Product Upload', 'view')

export const importPages = [
  definePage({
    path: importList.path,
    title,
    access,
    menu: { section: '', label: title, order: 20, icon: IconTableImport },
    first: { rows: '/api/admin/imports?sort=-created_at' },
    load: async () => (await import('./import-list-page.tsx')).ImportListPage,
  }),
  definePage({
    path: importRecord.path,
    record: 'import',
    title: menuTexts.importOfProducts,
    access,
    within: title,
    first: { calls: ['/api/admin/imports/:id'] },
    load: async () => (await import('./import-page.tsx')).ImportPage,
  }),
]
