import { TextInput } from '@mantine/core'
import { type CSSProperties, type ReactNode, Suspense, use } from 'react'
import type { ProductReview } from '#features/products/contract.ts'
import { fieldNames, fieldOf } from '#features/products/fields-contract.ts'
import { NumberField } from '#kit/web/fields/number-field.tsx'
import { lazyOf } from '#kit/web/lazy.ts'
import { LookupFilter } from '#kit/web/list/lookup-filter.tsx'
import { mostPictures, pictureHint, productEntry } from '../contract.ts'
import { texts } from '../texts.ts'
import { CategoryFields, type CategoryTree } from './categories-panel.tsx'
import { entryLabels, type StepKey, steps, type TypedName, unitOf } from './entry-model.ts'
import classes from './fields-panel.module.css'
import type { Entry } from './use-entry.tsx'

const richText = once(() => import('#kit/web/fields/rich-text.tsx'))
const RichText = lazyOf(richText, 'RichText')
const pictureList = once(() => import('#kit/web/pictures/picture-list.tsx'))
const PictureList = lazyOf(pictureList, 'PictureList')

/**
 * Returns the same promise to every caller until it fails, because React's `use` needs the same promise on each render.
 */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
    return loading
  }
}

/** Preloads the components of the later steps. */
export function prepareSteps(): void {
  // A failure is reported when the step is opened.
  for (const load of [richText, pictureList]) load().catch(() => undefined)
}

/**
 * Suspends until the components of a step's fields are loaded, because a late component would move fields already in
 * view.
 */
export function useFieldsOf(step: StepKey): void {
  if (step === '2') use(richText())
  if (step === '4') use(pictureList())
}

interface Props {
  entry: Entry
  product: ProductReview | null
  tree: CategoryTree
}

/** The fields of one step. */
export function StepFields({ step, ...props }: Props & { step: Exclude<StepKey, 'review'> }) {
  const Fields = { '1': Information, '2': Details, '3': Price, '4': Upload }[step]
  return <Fields {...props} />
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`box ${classes.group}`}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The input attributes for each kind of text. */
const inputOf = {
  text: { dir: 'auto' },
  code: { dir: 'ltr', spellCheck: false },
  link: { dir: 'ltr', inputMode: 'url', autoCapitalize: 'none', spellCheck: false, placeholder: texts.https },
} as const

/** One field, rendered from its declaration. */
function FieldOf({ entry, name }: { entry: Entry; name: TypedName }) {
  const { kind, hint, isRequired = false, longest } = fieldOf(name)
  const given = {
    label: entryLabels[name],
    value: entry.typed[name],
    error: entry.wrong[name],
    ...(hint ? { description: hint } : {}),
  }
  if (kind === 'number' || kind === 'rupees') {
    return (
      <NumberField
        {...given}
        unit={unitOf(name)}
        isRequired={isRequired}
        onType={(text) => entry.change({ [name]: text })}
        onLeave={() => entry.leave(name)}
      />
    )
  }
  return (
    <TextInput
      {...given}
      {...inputOf[kind === 'html' ? 'text' : kind]}
      withAsterisk={isRequired}
      aria-required={isRequired || undefined}
      {...(longest ? { maxLength: longest } : {})}
      autoComplete="off"
      onChange={(event) => entry.change({ [name]: event.currentTarget.value })}
      onBlur={() => entry.leave(name)}
    />
  )
}

/** The fields of a step, except those that the step renders itself. */
function fieldsOf(step: StepKey, ...own: TypedName[]): TypedName[] {
  const asked = steps.find(({ key }) => key === step)?.fields ?? []
  return fieldNames
    .filter((name): name is TypedName => name !== 'category')
    .filter((name) => asked.includes(name) && !own.includes(name))
    .sort((one, other) => asked.indexOf(one) - asked.indexOf(other))
}

function Information({ entry, product, tree }: Props) {
  const { typed, wrong, change, leave } = entry
  return (
    <Group title={texts.productInformation}>
      <div className={classes.pair}>
        <FieldOf entry={entry} name="product_name" />
        {product ? (
          <TextInput label={entryLabels.vendor_id} dir="auto" readOnly value={product.shop_name} />
        ) : (
          <LookupFilter
            label={entryLabels.vendor_id}
            value={typed.vendor_id}
            lookup={{
              endpoint: productEntry.vendors,
              nameOf: (row) => (row as { id: string; shop_name: string }).shop_name,
            }}
            field={{ isRequired: true, error: wrong.vendor_id }}
            onAsk={(vendor_id) => change({ vendor_id })}
          />
        )}
      </div>
      {tree.hasFailed && (
        <p className={classes.failed} role="alert">
          {texts.categoriesNotLoaded}{' '}
          <button type="button" onClick={tree.retry}>
            {texts.tryAgain}
          </button>
        </p>
      )}
      <div className={classes.three}>
        <CategoryFields
          tree={tree}
          value={typed.category_id}
          standing={product?.filed_under ?? null}
          error={wrong.category_id}
          onChoose={(category_id) => change({ category_id })}
          onLeave={() => leave('category_id')}
        />
      </div>
      {product && (
        <p className={classes.note}>
          {product.category
            ? texts.vendorsCategory({ category: <bdi>{product.category}</bdi> })
            : texts.vendorsNoCategory}
        </p>
      )}
      {fieldsOf('1', 'product_name').map((name) => (
        <FieldOf key={name} entry={entry} name={name} />
      ))}
    </Group>
  )
}

function Details({ entry }: Props) {
  const named = fieldsOf('2', 'product_description')
  const isOfPackage = (name: TypedName) => fieldOf(name).isOfPackage === true
  return (
    <>
      <Group title={texts.detailDescription}>
        <Suspense fallback={<div className={classes.editor} />}>
          <RichText
            label={entryLabels.product_description}
            value={entry.typed.product_description}
            error={entry.wrong.product_description}
            onChange={(product_description) => entry.change({ product_description })}
            onLeave={() => entry.leave('product_description')}
          />
        </Suspense>
        {named
          .filter((name) => !isOfPackage(name))
          .map((name) => (
            <FieldOf key={name} entry={entry} name={name} />
          ))}
      </Group>
      <Group title={texts.package}>
        <p className={classes.note}>{texts.packageHint}</p>
        <div className={classes.four}>
          {named.filter(isOfPackage).map((name) => (
            <FieldOf key={name} entry={entry} name={name} />
          ))}
        </div>
      </Group>
    </>
  )
}

function Price({ entry }: Props) {
  return (
    <Group title={texts.priceStock}>
      <div className={classes.pair}>
        {fieldsOf('3').map((name) => (
          <FieldOf key={name} entry={entry} name={name} />
        ))}
      </div>
    </Group>
  )
}

function Upload({ entry }: Props) {
  return (
    <Group title={texts.productUpload}>
      <Suspense
        fallback={
          <div
            className={classes.pictures}
            style={{ '--rows': entry.typed.images.length } as CSSProperties}
          />
        }
      >
        <PictureList
          label={entryLabels.images}
          endpoint={productEntry.addPicture}
          pictures={entry.typed.images}
          most={mostPictures}
          hint={pictureHint}
          isRequired
          error={entry.wrong.images}
          onChange={(change) => entry.change(({ images }) => ({ images: [...change(images)] }))}
          onSending={entry.setSending}
        />
      </Suspense>
    </Group>
  )
}
