import { IconMail } from '@tabler/icons-react'
import { grants } from '#features/access/contract.ts'
import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { letterList, letterRecord } from './links.ts'

const section = 'own'
const access = grants('General Setting', 'view')

export const letterPages = [
  definePage({
    path: letterList.path,
    title: menuTexts.letters,
    access,
    menu: { section, label: menuTexts.letters, order: 8, icon: IconMail },
    first: { calls: ['/api/admin/letters'] },
    load: async () => (await import('./letter-list-page.tsx')).LetterListPage,
  }),
  definePage({
    path: letterRecord.path,
    record: 'letter',
    title: menuTexts.letter,
    access,
    within: section,
    first: { calls: ['/api/admin/letters/:id'] },
    load: async () => (await import('./letter-page.tsx')).LetterPage,
  }),
]
