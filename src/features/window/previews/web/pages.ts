import { definePage } from '#kit/web/page.ts'
import { menuTexts } from '../menu-texts.ts'
import { ownWindow } from './links.ts'

export const ownWindowPages = [
  definePage({
    path: ownWindow.path,
    title: menuTexts.previewOfShop,
    // It asks for nothing: what it shows was read by the editor.
    access: { kind: 'signed-in' },
    isBare: true,
    load: async () => (await import('./own-window-page.tsx')).OwnWindowPage,
  }),
]
