import { useEffect, useMemo, useRef } from 'react'
import { previews, type WindowContent, windowContent } from '#features/content/contract.ts'
import type { Content } from '#features/window/contract.ts'
import { PreviewPanel } from '#features/window/previews/web/preview-panel.tsx'
import { useCan } from '#kit/web/can.tsx'
import { useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { type FaqDetail, faqs } from '../contract.ts'
import { around, inOrder, questionsOf, type ShownFaq, withTyped } from './preview-model.ts'

/** The FAQ page with a question as it is typed, opened and scrolled to. */
export function FaqPreview({
  faq,
  typed,
  onPicked,
}: {
  faq: FaqDetail
  typed: Pick<ShownFaq, 'title' | 'details' | 'group'>
  /** A field of the question was clicked. */
  onPicked: (field: string | null) => void
}) {
  const group = typed.group.trim()
  const order = useEndpoint(faqs.order, { group }).data
  const { title, details } = typed
  const { id, version, is_active } = faq
  const content = useFaqContent(
    `${version}`,
    (questions) => {
      const ids = (order ?? []).map((one) => one.id)
      return around(withTyped(questions, { id, title, details, group, is_active }, ids), group)
    },
    [id, title, details, group, is_active, order],
  )
  return (
    <PreviewPanel
      content={content}
      page="faq"
      focus="faqs"
      focusItem={id}
      startsWith={768}
      onPicked={({ section, item, field }) => section === 'faqs' && item === id && onPicked(field)}
    />
  )
}

/** The FAQ page with the questions of a group in an order that may not be saved yet. */
export function OrderPreview({
  group,
  order,
  saved,
}: {
  group: string
  order: readonly string[]
  saved: string
}) {
  const content = useFaqContent(saved, (questions) => around(inOrder(questions, group, order), group), [
    group,
    order,
  ])
  return <PreviewPanel content={content} page="faq" startsWith={390} />
}

/**
 * The FAQ page of the working copies, or as shoppers see it for people who may not see drafts, with the questions that
 * `change` makes of them whenever one of `by` is another. The page is read again when `saved` names another state; it is
 * empty until the state is known.
 */
function useFaqContent(
  saved: string,
  change: (questions: ShownFaq[]) => ShownFaq[],
  by: readonly unknown[],
): Content | undefined {
  const maySee = useCan()(previews.content)
  const draft = useEndpoint(previews.content, { of: 'draft' }, { enabled: maySee })
  const live = useEndpoint(windowContent.page, { page: 'faq' }, { enabled: !maySee })
  const data: WindowContent | undefined = maySee ? draft.data : live.data
  const refresh = useRefresh()
  // What is known already may be older than the last change of a question.
  const isOld = useRef(data !== undefined)
  const read = useRef('')
  useEffect(() => {
    if (!saved || read.current === saved) return
    const isRead = read.current === '' && !isOld.current
    read.current = saved
    if (!isRead) void refresh(maySee ? previews.content : windowContent.page)
  }, [saved, maySee, refresh])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is drawn again only for another object
  return useMemo(() => {
    if (!data) return undefined
    const items = change(questionsOf(data.sections.faqs))
    return { ...data, sections: { ...data.sections, faqs: { items } } } as Content
  }, [data, ...by])
}
