import { useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { navigate } from 'wouter/use-browser-location'
import { z } from 'zod'
import type { ProductReview } from '#features/products/contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { useCurrentUser } from '#kit/web/current-user.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { draftKey } from '#kit/web/record/drafts.ts'
import { useKeptDraft } from '#kit/web/record/kept-draft.ts'
import { standingOf } from '#kit/web/record/standing.ts'
import { useToast } from '#kit/web/toast.tsx'
import { productEntry } from '../contract.ts'
import { texts } from '../texts.ts'
import { type CategoryTree, whyNotIn } from './categories-panel.tsx'
import {
  changeOf,
  differing,
  type EntryField,
  EntryValues,
  emptyValues,
  entryLabels,
  entryOf,
  isSame,
  mergedFrom,
  type Problems,
  problemsIn,
  type StepKey,
  starredIn,
  stepOf,
  steps,
  valuesOf,
} from './entry-model.ts'

/**
 * The values of the fields, and the values when typing began, which show what other people have saved in the meantime.
 */
const Work = z.object({ id: z.string(), original: EntryValues, values: EntryValues })
type Work = z.infer<typeof Work>
const isWork = (value: unknown): value is Work => Work.safeParse(value).success

export type Entry = ReturnType<typeof useEntry>

/**
 * The work on a new or existing product: its fields, their errors, the kept draft, and saving. A change by another
 * person is taken over in fields without typed changes. Where both changed a field, both values are shown side by side
 * and nothing is saved until the person chooses.
 */
export function useEntry({
  product,
  copied,
  tree,
  onStep,
}: {
  /** The listing to change. Null for a new listing. */
  product: ProductReview | null
  /** The listing that a new listing starts from. */
  copied: ProductReview | null
  tree: CategoryTree
  onStep: (step: StepKey) => void
}) {
  const user = useCurrentUser()
  const show = useToast()
  const create = useCommand(productEntry.create)
  const change = useCommand(productEntry.change)
  const command = product ? change : create
  const record = product
    ? texts.productId({ id: product.id })
    : texts.newProduct({ copied: copied ? texts.likeId({ id: copied.id }) : '' })
  const draft = useKeptDraft(draftKey(user?.id ?? '', record), isWork)
  const [begun] = useState(() => workOn(product, copied))
  const [work, setWork] = useState<Work>(draft.here?.values ?? begun)
  const [version, setVersion] = useState(draft.here?.version ?? product?.version ?? 0)
  /** The newer version from a refusal, used until the record is loaded again. */
  const [newer, setNewer] = useState<ProductReview | null>(null)
  const [wrong, setWrong] = useState<Problems>({})
  const standing = product && newer && newer.version > product.version ? newer : product
  const { values, original } = work
  const touched = differing(values, original)
  const theirs = standing && standing.version > version ? valuesOf(standing) : null
  const clashing = theirs ? clashOf(work, theirs) : []
  const isUnsaved = touched.length > 0

  /** Keeps the draft for later, or drops the draft if it has no changes. */
  const put = (next: Work, ofVersion = version) => {
    setWork(next)
    setVersion(ofVersion)
    keep(next, ofVersion)
  }
  const keep = (next: Work, ofVersion: number) => {
    if (differing(next.values, next.original).length > 0) draft.keep({ version: ofVersion, values: next })
    else draft.drop()
  }
  /** If another tab continues with the draft, this tab's work becomes a separate product with a new id. */
  const asOwn = (before: Work): Work => (draft.isLost() ? { ...before, id: uuidv7() } : before)
  const takeOver = (present: ProductReview, kept: readonly EntryField[]): Work => {
    const base = valuesOf(present)
    const merged = mergedFrom((field) => (kept.includes(field) ? values : base))
    return { ...work, original: base, values: merged }
  }
  if (standing && theirs && clashing.length === 0) {
    const next = takeOver(standing, touched)
    setWork(next)
    setVersion(standing.version)
  }

  const type = (what: Partial<EntryValues>) => {
    put({ ...asOwn(work), values: { ...values, ...what } })
    setWrong((before) => {
      const { ...left } = before
      for (const field of Object.keys(what) as EntryField[]) delete left[field]
      return left
    })
    if (command.error) command.reset()
  }
  const setImages = (changeOfImages: (before: EntryValues['images']) => EntryValues['images']) => {
    // Several pictures may arrive before the next render, so each update builds on the previous one.
    setWork((before) => {
      const images = changeOfImages(before.values.images)
      const next = { ...asOwn(before), values: { ...before.values, images } }
      keep(next, version)
      return next
    })
    setWrong(({ images: _, ...left }) => left)
  }
  const problems = problemsIn(values, product ? original : null, (id) => whyNotIn(tree, id))
  const open = { ...starredIn(values), ...problems }
  /** Shows a field's error when the person leaves the field. */
  const leave = (field: EntryField) =>
    setWrong((before) => {
      const { [field]: _, ...left } = before
      const why = problems[field]
      return why && touched.includes(field) ? { ...left, [field]: why } : left
    })
  /** Checks the fields of these steps. Returns the first step with an error, or null. */
  const check = (keys: readonly StepKey[]): StepKey | null => {
    const looked = steps
      .filter(({ key }) => keys.includes(key))
      .flatMap((step): readonly EntryField[] => step.fields)
    setWrong((before) => ({
      ...Object.fromEntries(
        Object.entries(before).filter(([field]) => !looked.includes(field as EntryField)),
      ),
      ...Object.fromEntries(looked.flatMap((field) => (problems[field] ? [[field, problems[field]]] : []))),
    }))
    const first = looked.find((field) => problems[field])
    return first ? stepOf(first) : null
  }
  const refused = (error: Error) => {
    const told: Problems = {}
    for (const [path, message] of Object.entries(fieldErrors(error))) {
      const field = path.split('.')[0] as EntryField
      if (field in entryLabels) told[field] ??= message
    }
    const first = (Object.keys(told) as EntryField[])[0]
    if (!first) return
    setWrong((before) => ({ ...before, ...told }))
    onStep(stepOf(first))
  }

  const add = (decision?: 'approve') => {
    if (command.isPending || draft.isLost()) return
    const step = check(steps.map(({ key }) => key))
    if (step) return onStep(step)
    create.mutate(
      { input: entryOf(work.id, values, decision) },
      {
        onSuccess: (made) => {
          draft.drop()
          const isApproved = made.status === 'approved'
          // Replaces the history entry, because going back would open an empty form.
          navigate(`/single-product/${isApproved ? 'approved' : 'pending'}?id=${made.id}`, { replace: true })
          show({
            message: (
              <>
                <bdi>{made.product_name}</bdi>{' '}
                {isApproved ? texts.isAddedAndApproved : texts.isAddedAndWaitsFor}.{' '}
                <Link href="/products-add-product">{texts.addAnother}</Link>
              </>
            ),
          })
        },
        onError: refused,
      },
    )
  }
  const send = (id: string, sent: Work, ofVersion: number) => {
    const { product_stock: product_stock_seen } = changeOf(sent.original)
    change.mutate(
      { input: { id, ...changeOf(sent.values), product_stock_seen }, ifMatch: ofVersion },
      {
        onSuccess: (saved) => {
          const base = valuesOf(saved)
          setWork((now) => {
            // Fields typed while the request was pending are still unsaved.
            const typed = differing(now.values, sent.values)
            const next = {
              ...now,
              original: base,
              values: mergedFrom((field) => (typed.includes(field) ? now.values : base)),
            }
            keep(next, saved.version)
            return next
          })
          setVersion(saved.version)
          show({
            message: saved.revision
              ? texts.theEditOfWaitsFor({ productName: saved.product_name })
              : texts.isSaved({ productName: saved.product_name }),
          })
        },
        onError: (error) => {
          const present = standingOf<ProductReview>(error)
          if (!present) return refused(error)
          const others = valuesOf(present)
          if (clashOf(sent, others).length > 0) return setNewer(present)
          // The other person changed different fields, so resending overwrites none of their changes.
          const mine = differing(sent.values, sent.original)
          const next = {
            ...sent,
            original: others,
            values: mergedFrom((field) => (mine.includes(field) ? sent.values : others)),
          }
          put(next, present.version)
          send(id, next, present.version)
        },
      },
    )
  }
  const save = () => {
    if (!product || !isUnsaved || command.isPending || clashing.length > 0) return
    const step = check(steps.map(({ key }) => key))
    if (step) onStep(step)
    else send(product.id, work, version)
  }
  const discard = () => {
    const before = { work, version }
    setWrong({})
    command.reset()
    if (product) return put({ ...work, values: original })
    draft.drop()
    put(workOn(null, null))
    show({ message: texts.theDraftIsDiscarded, undo: () => put(before.work, before.version) })
  }
  const settle = (kept: readonly EntryField[]) => {
    if (!standing) return
    command.reset()
    setNewer(null)
    put(takeOver(standing, kept), standing.version)
  }
  const restore = (id: string) => {
    const found = draft.takeOver(id)
    if (!found) return
    setWrong({})
    setWork(found.values)
    setVersion(found.version)
  }
  return {
    values,
    touched,
    isUnsaved,
    problems,
    open,
    wrong,
    error:
      Object.keys(wrong).length === 0 && !standingOf<ProductReview>(command.error) ? command.error : null,
    refusal: command.error,
    isPending: command.isPending,
    type,
    setImages,
    leave,
    check,
    add,
    save,
    discard,
    clash: {
      fields: clashing,
      theirs,
      take: () => settle(touched.filter((field) => !clashing.includes(field))),
      keep: () => settle(touched),
      takeOne: (field: EntryField) => theirs && put({ ...work, values: withOne(values, theirs, field) }),
      keepOne: (field: EntryField) => theirs && put({ ...work, original: withOne(original, theirs, field) }),
    },
    draft: {
      found: draft.found,
      keptAt: draft.keptAt,
      keepNow: draft.keepNow,
      lost: draft.lost,
      restore,
      discard: draft.discard,
      takeBack: () => restore(work.id),
      goOn: () => put(asOwn(work)),
    },
  }
}

function workOn(product: ProductReview | null, copied: ProductReview | null): Work {
  // A SKU belongs to one product, so a copy starts without a SKU.
  const values = product ? valuesOf(product) : copied ? { ...valuesOf(copied), sku: '' } : emptyValues
  return { id: uuidv7(), original: values, values }
}

function withOne(values: EntryValues, theirs: EntryValues, field: EntryField): EntryValues {
  return { ...values, [field]: theirs[field] }
}

/** The fields that both this person and another person have changed. */
function clashOf({ values, original }: Work, theirs: EntryValues): EntryField[] {
  return differing(values, original).filter(
    (field) => !isSame(field, theirs, original) && !isSame(field, theirs, values),
  )
}
