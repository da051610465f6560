import { firstUrls } from '#kit/web/early-answers.ts'
import { loadPage } from '#kit/web/page-code.ts'
import type { Queues } from '#kit/web/queue/queue-store.ts'
import { pages } from './pages.ts'

const screens = new Map(pages.map((page) => [page.path, page]))

/** Every list is a queue: its page states the call for its rows, and its address the tab, filters and order. */
export const queues: Queues = {
  sourceOf: (address) => {
    const [path = '', search = ''] = address.split('?')
    const page = screens.get(path)
    return page ? { url: firstUrls({ rows: page.first?.rows }, search)[0], title: page.title } : null
  },
  prepare: (href) => {
    const page = screens.get(href.split('?')[0] ?? '')
    if (!page) return null
    // The screen loads its code again when it is opened, and says there if that fails.
    void loadPage(page).catch(() => {})
    return page.first?.calls?.find((call) => call.endsWith('/:id')) ?? null
  },
}
