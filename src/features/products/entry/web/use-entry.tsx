import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { grants } from '#features/access/contract.ts'
import type { ProductReview } from '#features/products/contract.ts'
import { productRecord } from '#features/products/web/links.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useCommand } from '#kit/web/client.tsx'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { useRecordFields } from '#kit/web/record/record-fields.tsx'
import { useSaveKey } from '#kit/web/record/save-bar.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { productEntry } from '../contract.ts'
import { texts } from '../texts.ts'
import { type CategoryTree, missingLevel } from './categories-panel.tsx'
import {
  changeOf,
  type EntryField,
  EntryValues,
  emptyValues,
  entryFields,
  entryLabels,
  entryOf,
  inOrder,
  meantBy,
  type Problems,
  problemsIn,
  starredIn,
  stepOf,
  valuesOf,
} from './entry-model.ts'
import { productForm } from './links.ts'
import type { Wizard } from './use-wizard.ts'

export type Entry = ReturnType<typeof useEntry>

/** The fields of a new or existing product, their errors, and the commands that save it. */
export function useEntry({
  product,
  copied,
  tree,
  wizard,
}: {
  /** The listing to change. Null for a new listing. */
  product: ProductReview | null
  /** The listing that a new listing starts from. */
  copied: ProductReview | null
  tree: CategoryTree
  wizard: Wizard
}) {
  const show = useToast()
  const [state] = useUrlState()
  const create = useCommand(productEntry.create)
  const change = useCommand(productEntry.change)
  const [isSending, setSending] = useState(false)
  const mayDecide = useAllows()(grants('Products', 'decide'))
  const hasOwnReview = product?.status === 'approved' && product.revision !== null && mayDecide
  const command = product ? change : create
  const openStepOf = (problems: Problems) => {
    const [first] = inOrder(problems)
    if (first) wizard.goTo(stepOf(first[0]))
  }
  const fields = useRecordFields({
    record: product,
    // A SKU belongs to one product, so a copy starts without a SKU.
    begun: product ? valuesOf(product) : copied ? { ...valuesOf(copied), sku: '' } : emptyValues,
    draftOf: ['product', product?.id ?? 'new', ...(copied ? ['like', copied.id] : [])],
    nameOf: ({ product_name }) => product_name.trim() || texts.withoutName,
    fields: entryFields,
    labels: entryLabels,
    mayChange: true,
    isBlocked: hasOwnReview || isSending,
    save: command,
    schema: EntryValues,
    typedOf: valuesOf,
    meantBy,
    problemsIn: (asked, { typed, stood }) =>
      Object.fromEntries(
        Object.entries(allProblems(typed, product ? stood : null)).filter(([field]) => field in asked),
      ),
    wholeOf: ({ typed, stood }) => ({
      ...changeOf(typed),
      product_stock_seen: changeOf(stood).product_stock,
    }),
    savedWords: (saved: ProductReview) =>
      saved.revision
        ? texts.editSubmitted({ name: saved.product_name })
        : texts.isSaved({ name: saved.product_name }),
    onWrong: openStepOf,
    onSubmit: () => wizard.next && mayGo(wizard.next) && wizard.goTo(wizard.next),
    isWithin: ({ pathname, search }) => {
      const to = new URLSearchParams(search)
      const isSame = (name: string) => (to.get(name) ?? '') === (state.get(name) ?? '')
      return pathname === productForm.path && isSame('id') && isSame('copy')
    },
  })
  const allProblems = (typed: EntryValues, stood: EntryValues | null) =>
    problemsIn(typed, stood, (id) => missingLevel(tree, id))
  const problems = allProblems(fields.typed, product ? fields.stood : null)
  /** A new product must have no errors in the steps that are left behind. An existing product can be opened anywhere. */
  const mayGo = (next: typeof wizard.step): boolean => {
    if (isSending) {
      show({ message: texts.picturesUploading })
      return false
    }
    if (product) return true
    const found = fields.check(wizard.fieldsUpTo(next))
    const [first] = inOrder(found)
    if (first && stepOf(first[0]) !== wizard.step) wizard.goTo(stepOf(first[0]))
    return !first
  }
  const adding = useAdding({ product, fields, create, onWrong: openStepOf, onDiscard: wizard.forgetVisits })
  return {
    ...fields,
    problems,
    /** Fields with errors, and required fields that are empty. */
    open: { ...starredIn(fields.typed), ...problems },
    isPending: command.isPending,
    mayDecide,
    hasOwnReview,
    setSending,
    mayGo,
    ...adding,
  }
}

/** Adds a new product, or discards its draft. */
function useAdding({
  product,
  fields,
  create,
  onWrong,
  onDiscard,
}: {
  product: ProductReview | null
  fields: ReturnType<typeof useRecordFields<ProductReview, ProductReview, EntryValues, EntryField>>
  create: ReturnType<typeof useCommand<typeof productEntry.create>>
  onWrong: (problems: Problems) => void
  onDiscard: () => void
}) {
  const show = useToast()
  useSaveKey(!product, () => {
    if (!fields.isUnsaved) return
    const isKept = fields.draft.keepNow()
    show(isKept ? { message: texts.draftKept } : { message: texts.draftNotKept, tone: 'refused' })
  })
  const add = (decision?: 'approve') => {
    if (create.isPending || fields.draft.isLost()) return
    const found = fields.check()
    if (Object.keys(found).length > 0) return onWrong(found)
    create.mutate(
      { input: entryOf(fields.id, fields.typed, decision) },
      {
        onSuccess: (made) => {
          fields.draft.drop()
          // Replaces the history entry, because going back would open an empty form.
          navigate(productRecord(made), { replace: true })
          const told = {
            name: <bdi>{made.product_name}</bdi>,
            link: (words: string) => <Link href={productForm.path}>{words}</Link>,
          }
          show({
            message: made.status === 'approved' ? texts.addedAndApproved(told) : texts.addedAndPending(told),
          })
        },
        onError: fields.refuse,
      },
    )
  }
  const discard = () => {
    const undo = fields.startOver(emptyValues)
    onDiscard()
    show({ message: texts.draftDiscarded, undo })
  }
  return { add, discard }
}
