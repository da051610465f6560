import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answers, Content, PageName } from '#features/window/contract.ts'
import { calls } from '#features/window/web/links.ts'
import { homePartsOf, perPageOf, sectionOf } from '#features/window/web/window-model.ts'

/**
 * What a page of the shop shows beside its content, as shoppers are answered it, for a preview: `answers` is undefined until it is
 * known, and for pages that show nothing else. What failed is not shown as nothing there.
 */
export function useAnswers(page: PageName, content: Content | undefined) {
  const read = usePublic(content ? urlOf(page, content) : null)
  const { data } = read
  const answers = useMemo(() => {
    if (!data) return undefined
    if (page === 'blog') return { posts: data } as Answers
    return (page === 'stores' ? { stores: data } : { products: data.results }) as Answers
  }, [data, page])
  return { answers, read }
}

/** What shoppers see around a post: `content` is undefined until it is known. */
export function useBlogContent() {
  const read = usePublic(calls.pageContent('blog'))
  return { content: read.data?.results as Content | undefined, read }
}

/** The answer of a public call. */
function usePublic(url: string | null) {
  return useQuery({
    queryKey: ['shop', url],
    enabled: url !== null,
    // The browser keeps public answers for a minute; a preview shows what is live now.
    queryFn: () => fetch(url ?? '', { cache: 'no-cache' }).then(bodyOf),
  })
}

function urlOf(page: PageName, content: Content): string | null {
  if (page === 'home') return homePartsOf(content).includes('products') ? calls.products : null
  if (page === 'blog') return calls.posts(1, perPageOf(sectionOf(content, 'blog_page').per_page, 12), '')
  if (page === 'stores') return calls.stores(1, perPageOf(sectionOf(content, 'stores_page').per_page, 24), '')
  return null
}

async function bodyOf(answer: Response): Promise<{ results: unknown }> {
  if (!answer.ok) throw new Error(`a public call answered ${answer.status}`)
  return answer.json()
}
