import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { grants } from '#features/access/contract.ts'
import { type ProductReview, products } from '#features/products/contract.ts'
import { ProductMenu } from '#features/products/web/menu-panel.tsx'
import { ProductStatusMark } from '#features/products/web/status-panel.tsx'
import { recentMomentOf } from '#kit/contract/words.ts'
import { useAllows } from '#kit/web/can.tsx'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { useFocusGoesOn } from '#kit/web/history-moves.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import { Link } from '#kit/web/link.tsx'
import { hrefWith, useUrlState } from '#kit/web/list/url-state.ts'
import { DraftNotices } from '#kit/web/record/draft-notices.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { NoRecord } from '#kit/web/record/no-record.tsx'
import { RecordLayout, RecordSkeleton, SideCard } from '#kit/web/record/record-layout.tsx'
import { SaveBar, useSaveKey } from '#kit/web/record/save-bar.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { productEntry } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './add-page.module.css'
import { useCategoryTree } from './categories-panel.tsx'
import { entryLabels, type StepKey, steps } from './entry-model.ts'
import { prepareSteps, StepFields, useFieldsOf } from './fields-panel.tsx'
import { SoFar } from './so-far-panel.tsx'
import { Steps, useStepFromItsTop } from './steps-panel.tsx'
import { useEntry } from './use-entry.tsx'

const Summary = lazyOf(() => import('./summary-panel.tsx'), 'Summary')
const ProductClash = lazyOf(() => import('./clash-panel.tsx'), 'ProductClash')

const path = '/products-add-product'
const keys: readonly StepKey[] = [...steps.map(({ key }) => key), 'review']
const stepIn = (state: URLSearchParams): StepKey => keys.find((key) => key === state.get('step')) ?? '1'

/** Adds a product in four steps, or changes the product in the URL. `copy` names a product to start from. */
export function AddPage() {
  const [state] = useUrlState()
  const id = state.get('id') ?? ''
  const copy = id ? '' : (state.get('copy') ?? '')
  const wanted = id || copy
  const found = useEndpoint(products.get, { id: wanted }, { enabled: wanted !== '' })
  useEffect(prepareSteps, [])
  if (wanted !== '' && found.isError && !found.data) {
    const back = { href: '/products-all-products', label: texts.allPendingProducts }
    return <NoRecord noun="product" back={back} error={found.error} onRetry={() => void found.refetch()} />
  }
  if (wanted !== '' && (!found.data || found.isPlaceholderData)) return <RecordSkeleton />
  const product = found.data ?? null
  return (
    <Suspense fallback={<RecordSkeleton />}>
      <Wizard key={wanted} product={id ? product : null} copied={copy ? product : null} />
    </Suspense>
  )
}

function Wizard({ product, copied }: { product: ProductReview | null; copied: ProductReview | null }) {
  const [state, change] = useUrlState()
  const step = stepIn(state)
  const [begun] = useState(step)
  useFieldsOf(begun)
  const allows = useAllows()
  const show = useToast()
  const mayDecide = allows(grants('Products', 'decide'))
  const tree = useCategoryTree()
  const goTo = (next: StepKey) => change({ step: next === '1' ? '' : next })
  const hrefOf = (next: StepKey) => hrefWith(path, window.location.search, { step: next === '1' ? '' : next })
  const entry = useEntry({ product, copied, tree, onStep: goTo })
  const { values, wrong, problems, isUnsaved, clash, draft } = entry
  const [isSending, setSending] = useState(false)
  const form = useFirstInvalid(entry.refusal)
  const failure = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button is disabled while the request is pending, and therefore loses the focus.
    if (entry.error) failure.current?.focus()
  }, [entry.error])
  const shop = useEndpoint(
    productEntry.vendors,
    { id: values.vendor_id },
    { enabled: !product && values.vendor_id !== '' },
  ).data?.[0]?.shop_name
  const isApproved = product?.status === 'approved'
  const isHeld = isApproved && product.revision !== null && mayDecide
  const guard = useLeaveGuard(isUnsaved, {
    isWithin: (address) => {
      const to = new URLSearchParams(address.search)
      const isSame = (name: string) => (to.get(name) ?? '') === (state.get(name) ?? '')
      return address.pathname === path && isSame('id') && isSame('copy')
    },
    ...(draft.keptAt && {
      words: texts.whatYouTypedIsNot,
    }),
  })
  useSaveKey(true, () => {
    if (product) entry.save()
    else if (isUnsaved)
      show(
        draft.keepNow()
          ? { message: texts.theDraftIsKeptIn }
          : { message: texts.theDraftCouldNotBe, tone: 'refused' },
      )
  })
  const at = keys.indexOf(step)
  /**
   * A new product must have no errors in the steps that are left behind. An existing product can be opened at any step.
   */
  const mayGo = (next: StepKey): boolean => {
    const to = keys.indexOf(next)
    if (isSending) {
      show({ message: texts.picturesAreOnTheirWay })
      return false
    }
    if (product || to <= at) return true
    const stuck = entry.check(keys.slice(at, to))
    if (!stuck) return true
    if (stuck !== step) goTo(stuck)
    return false
  }
  const { top, heading } = useStepFromItsTop(step, form)
  useFocusGoesOn([draft.found.length, draft.lost, clash.fields.length, isUnsaved].join(), heading)
  const next = keys[at + 1]
  const back = product
    ? {
        href: `/single-product/${isApproved ? 'approved' : 'pending'}?id=${product.id}`,
        label: product.product_name,
      }
    : { href: '/products-all-products', label: texts.allPendingProducts }
  return (
    <>
      <RecordLayout
        back={back}
        title={product ? texts.editProduct : menuTexts.addProduct}
        status={
          product && (
            <>
              <ProductStatusMark product={product} />
              <ProductMenu product={product} isEditing />
            </>
          )
        }
        sideLabel={product ? texts.asItIsNow : texts.whatItIsSoFar}
        main={
          <>
            <DraftNotices
              draft={draft}
              nameOf={({ values: kept }) => kept.product_name.trim() || texts.withoutAName}
              noteOf={(version) =>
                product && version < product.version ? texts.theProductWasChangedSince : ''
              }
              onRestore={draft.restore}
              onTakeBack={draft.takeBack}
              onGoOn={draft.goOn}
            />
            <div ref={top} className={classes.top}>
              <Steps step={step} open={entry.open} wrong={wrong} hrefOf={hrefOf} onGo={mayGo} />
            </div>
            {isHeld && (
              <SideCard title={texts.anEditOfThisProduct}>
                <p>
                  {texts.nothingIsChangedBesideIt({ link: (words) => <Link href={back.href}>{words}</Link> })}
                </p>
              </SideCard>
            )}
            {isApproved && !mayDecide && (
              <p className={classes.note}>
                {texts.whatYouChangeWaitsFor}
                {product.revision && texts.anEditWaitsAlreadyYours}
              </p>
            )}
            {clash.fields.length > 0 && (
              <Suspense fallback={null}>
                <ProductClash entry={entry} tree={tree} />
              </Suspense>
            )}
            <div ref={heading} tabIndex={-1} className={classes.step}>
              <form
                ref={form}
                noValidate
                className={classes.step}
                onSubmit={(event) => {
                  event.preventDefault()
                  if (next && mayGo(next)) goTo(next)
                }}
              >
                {step === 'review' ? (
                  <Suspense fallback={<div className={classes.coming} />}>
                    <Summary
                      values={values}
                      problems={problems}
                      product={product}
                      shop={product?.shop_name ?? shop ?? ''}
                      tree={tree}
                      hrefOf={hrefOf}
                    />
                  </Suspense>
                ) : (
                  <StepFields
                    step={step}
                    entry={entry}
                    product={product}
                    tree={tree}
                    onSending={setSending}
                  />
                )}
                {entry.error && (
                  <div ref={failure} tabIndex={-1} className={classes.failure}>
                    <ChangeFailure error={entry.error} />
                  </div>
                )}
                <div className={classes.buttons}>
                  {at > 0 && (
                    <Button
                      variant="default"
                      onClick={() => mayGo(keys[at - 1] ?? '1') && goTo(keys[at - 1] ?? '1')}
                    >
                      {texts.back}
                    </Button>
                  )}
                  {next && (
                    <Button type="submit" variant={product ? 'default' : 'filled'}>
                      {next === 'review' ? texts.review : texts.next}
                    </Button>
                  )}
                  {!next && !product && (
                    <>
                      {mayDecide && (
                        <CommandButton
                          isPending={entry.isPending}
                          disabled={draft.lost !== ''}
                          onClick={() => entry.add('approve')}
                        >
                          {texts.addAndApprove}
                        </CommandButton>
                      )}
                      <CommandButton
                        variant={mayDecide ? 'default' : 'filled'}
                        isPending={entry.isPending}
                        disabled={draft.lost !== ''}
                        onClick={() => entry.add()}
                      >
                        {texts.submitForReview}
                      </CommandButton>
                    </>
                  )}
                  {!product && isUnsaved && (
                    <Button variant="subtle" color="gray" disabled={entry.isPending} onClick={entry.discard}>
                      {texts.discardDraft}
                    </Button>
                  )}
                </div>
              </form>
            </div>
          </>
        }
        side={
          <SoFar
            values={values}
            shop={product?.shop_name ?? shop ?? ''}
            product={product}
            kept={
              draft.keptAt && isUnsaved
                ? texts.keptInThisBrowserAt({ keptAt: recentMomentOf(draft.keptAt) })
                : ''
            }
          />
        }
        bar={
          product && isUnsaved ? (
            <SaveBar
              unsaved={entry.touched.map((field) => entryLabels[field])}
              isPending={entry.isPending}
              isBlocked={clash.fields.length > 0 || isHeld || isSending}
              onSave={entry.save}
              onDiscard={entry.discard}
            />
          ) : undefined
        }
      />
      {guard.dialog}
    </>
  )
}
