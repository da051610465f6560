import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type ProductReview, products } from '#features/products/contract.ts'
import { approvedProducts, pendingProducts, productRecord } from '#features/products/web/links.ts'
import { ProductMenu } from '#features/products/web/menu-panel.tsx'
import { ProductStatusMark } from '#features/products/web/status-panel.tsx'
import { recentMomentOf } from '#kit/contract/words.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { useMarkEntry } from '#kit/web/menu-mark.ts'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { productEntry } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './add-page.module.css'
import { useCategoryTree } from './categories-panel.tsx'
import { stepsDone } from './entry-model.ts'
import { prepareSteps, StepFields, useFieldsOf } from './fields-panel.tsx'
import { SoFar } from './so-far-panel.tsx'
import { Steps, useStepFromItsTop } from './steps-panel.tsx'
import { type Entry, useEntry } from './use-entry.tsx'
import { useWizard, type Wizard } from './use-wizard.ts'

const ProductSummary = lazyOf(() => import('./summary-panel.tsx'), 'ProductSummary')
const ProductClash = lazyOf(() => import('./clash-panel.tsx'), 'ProductClash')
const toPending = { href: pendingProducts(), label: texts.allPendingProducts }

/** Adds a product in four steps, or changes the product in the URL. `copy` names a product to start from. */
export function AddPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const copy = id ? '' : (state.get('copy') ?? '')
  const wanted = id || copy
  const found = useEndpoint(products.get, { id: wanted }, { enabled: wanted !== '' })
  useEffect(prepareSteps, [])
  useMarkEntry(id ? listOf(found.data?.status) : null)
  if (wanted !== '' && found.isError && !found.data) {
    return (
      <NoRecord
        title={texts.noProductFound}
        back={toPending}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (wanted !== '' && (!found.data || found.isPlaceholderData)) return <RecordSkeleton />
  const product = found.data ?? null
  return (
    <Suspense fallback={<RecordSkeleton />}>
      {/* Editing a product and copying it are separate forms: neither may start with what was typed into the other. */}
      <ProductForm key={`${id}/${copy}`} product={id ? product : null} copied={copy ? product : null} />
    </Suspense>
  )
}

/** The list of the menu that has the product. */
function listOf(status: ProductReview['status'] | undefined): string {
  return status === 'approved' ? approvedProducts.path : pendingProducts.path
}

function ProductForm({ product, copied }: { product: ProductReview | null; copied: ProductReview | null }) {
  const wizard = useWizard()
  const { step, hrefOf } = wizard
  const [begun] = useState(step)
  useFieldsOf(begun)
  const tree = useCategoryTree()
  const entry = useEntry({ product, copied, tree, wizard })
  const { typed, draft, clash } = entry
  const top = useStepFromItsTop(step, entry.form.ref)
  const found = useEndpoint(
    productEntry.vendors,
    { id: typed.vendor_id },
    { enabled: !product && typed.vendor_id !== '' },
  )
  const shop = product?.shop_name ?? found.data?.[0]?.shop_name ?? ''
  const keptAt = entry.isUnsaved ? draft.keptAt : ''
  return (
    <>
      <RecordLayout
        back={product ? { href: productRecord(product), label: product.product_name } : toPending}
        title={product ? texts.editProduct : menuTexts.addProduct}
        status={
          product && (
            <>
              <ProductStatusMark product={product} />
              <ProductMenu product={product} isEditing />
            </>
          )
        }
        sideLabel={product ? texts.asItIsNow : texts.summary}
        main={
          <>
            {entry.drafts}
            <div ref={top} className={classes.top}>
              <Steps
                step={step}
                done={stepsDone({ open: entry.open, typed, left: wizard.left, isStored: product !== null })}
                wrong={entry.wrong}
                hrefOf={hrefOf}
                onGo={entry.mayGo}
              />
            </div>
            {product?.status === 'approved' && <ReviewNote product={product} entry={entry} />}
            {clash && (
              <Suspense fallback={null}>
                <ProductClash clash={clash} tree={tree} />
              </Suspense>
            )}
            <form {...entry.form} className={classes.step}>
              {step === 'review' ? (
                <Suspense fallback={<div className={classes.coming} />}>
                  <ProductSummary
                    values={typed}
                    problems={entry.problems}
                    product={product}
                    shop={shop}
                    tree={tree}
                    hrefOf={hrefOf}
                  />
                </Suspense>
              ) : (
                <StepFields step={step} entry={entry} product={product} tree={tree} />
              )}
              <SaveFailure error={entry.failure} />
              <Buttons entry={entry} wizard={wizard} isNew={!product} />
            </form>
          </>
        }
        side={
          <SoFar
            values={typed}
            shop={shop}
            product={product}
            kept={keptAt ? texts.keptAt({ keptAt: recentMomentOf(keptAt) }) : ''}
          />
        }
        bar={entry.bar}
      />
      {entry.question}
    </>
  )
}

/** What happens to an edit of an approved product. */
function ReviewNote({ product, entry }: { product: ProductReview; entry: Entry }) {
  if (entry.hasOwnReview) {
    return (
      <SideCard title={texts.editPending}>
        <p>{texts.decideFirst({ link: (words) => <Link href={productRecord(product)}>{words}</Link> })}</p>
      </SideCard>
    )
  }
  if (entry.mayDecide) return null
  return (
    <p className={classes.note}>{product.revision ? texts.editReplacesPending : texts.editNeedsReview}</p>
  )
}

/** A refusal that belongs to no field. */
function SaveFailure({ error }: { error: Error | null }) {
  const failure = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is disabled while the request is pending, and therefore loses the focus.
    if (error) failure.current?.focus()
  }, [error])
  return (
    error && (
      <div ref={failure} tabIndex={-1} className={classes.failure}>
        <ChangeFailure error={error} />
      </div>
    )
  )
}

/** The buttons below a step: to the steps beside it, and to add a new product. */
function Buttons({ entry, wizard, isNew }: { entry: Entry; wizard: Wizard; isNew: boolean }) {
  const { before, next, goTo } = wizard
  const { mayDecide, isPending } = entry
  const adding = { isPending, disabled: entry.draft.lost !== '' }
  return (
    <div className={classes.buttons}>
      {before && (
        <Button variant="default" onClick={() => entry.mayGo(before) && goTo(before)}>
          {texts.back}
        </Button>
      )}
      {next && (
        <Button type="submit" variant={isNew ? 'filled' : 'default'}>
          {next === 'review' ? texts.review : texts.next}
        </Button>
      )}
      {!next && isNew && mayDecide && (
        <CommandButton {...adding} onClick={() => entry.add('approve')}>
          {texts.addAndApprove}
        </CommandButton>
      )}
      {!next && isNew && (
        <CommandButton {...adding} variant={mayDecide ? 'default' : 'filled'} onClick={() => entry.add()}>
          {texts.submitForReview}
        </CommandButton>
      )}
      {isNew && entry.isUnsaved && (
        <Button variant="subtle" color="gray" disabled={isPending} onClick={entry.discard}>
          {texts.discardDraft}
        </Button>
      )}
    </div>
  )
}
