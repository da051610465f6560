import { firstUrls } from '#kit/web/early-answers.ts'
import type { Queues } from '#kit/web/queue/queue-store.ts'
import { pages } from './pages.ts'

const lists = new Map(pages.flatMap((page) => (page.first?.rows ? [[page.path, page] as const] : [])))

/** Every list is a queue: its page states the call for its rows, and its address the tab, filters and order. */
export const queues: Queues = {
  sourceOf: (address) => {
    const [path = '', search = ''] = address.split('?')
    const page = lists.get(path)
    const rows = page?.first?.rows
    const [url] = rows ? firstUrls({ rows }, search) : []
    return page && url ? { url, title: page.title } : null
  },
}
