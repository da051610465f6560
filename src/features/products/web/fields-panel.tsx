import { TextInput } from '@mantine/core'
import { type CSSProperties, lazy, type ReactNode, Suspense, use } from 'react'
import { NumberField } from '#kit/web/number-field.tsx'
import type { ProductReview } from '../contract.ts'
import { mostPictures, pictureHint, productEntry } from '../entry-contract.ts'
import { CategoryFields, type CategoryTree } from './categories-panel.tsx'
import { type EntryField, entryLabels, type NumberName, type StepKey, units } from './draft-panel.tsx'
import type { Entry } from './entry-panel.tsx'
import classes from './fields-panel.module.css'

const richText = once(() => import('#kit/web/rich-text.tsx'))
const RichText = lazy(async () => ({ default: (await richText()).RichText }))
const pictureList = once(() => import('#kit/web/picture-list.tsx'))
const PictureList = lazy(async () => ({ default: (await pictureList()).PictureList }))
const LookupFilter = lazy(async () => ({
  default: (await import('#kit/web/lookup-filter.tsx')).LookupFilter,
}))

/** The same promise for whoever asks, until it fails: React waits for one that it has met before. */
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

/** What the later steps need is there by the time somebody has come to them. */
export function prepareSteps(): void {
  // Whoever comes to the step is told when it fails.
  for (const load of [richText, pictureList]) load().catch(() => undefined)
}

/** Waits for what the fields of a step need: what came after them would move what is read already. */
export function useFieldsOf(step: StepKey): void {
  if (step === '2') use(richText())
  if (step === '4') use(pictureList())
}

interface Props {
  entry: Entry
  product: ProductReview | null
  tree: CategoryTree
  onSending: (isSending: boolean) => void
}

/** The fields of one step. */
export function StepFields({ step, ...props }: Props & { step: Exclude<StepKey, 'review'> }) {
  const Fields = { '1': Information, '2': Details, '3': Price, '4': Upload }[step]
  return <Fields {...props} />
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.group}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** What a text field needs of the work on a product. */
function textOf(entry: Entry, field: Exclude<EntryField, 'images'>) {
  return {
    label: entryLabels[field],
    value: entry.values[field],
    error: entry.wrong[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      entry.type({ [field]: event.currentTarget.value }),
    onBlur: () => entry.leave(field),
  }
}

function Information({ entry, product, tree }: Props) {
  const { values, wrong, type, leave } = entry
  return (
    <Group title="Product Information">
      <div className={classes.pair}>
        <TextInput
          {...textOf(entry, 'product_name')}
          withAsterisk
          aria-required
          dir="auto"
          maxLength={200}
          autoComplete="off"
        />
        {product ? (
          <TextInput label="Vendor" dir="auto" readOnly value={product.shop_name} />
        ) : (
          <Suspense fallback={<TextInput label="Vendor" withAsterisk disabled />}>
            <LookupFilter
              label="Vendor"
              value={values.vendor_id}
              lookup={{
                endpoint: productEntry.vendors,
                nameOf: (row) => (row as { id: string; shop_name: string }).shop_name,
              }}
              field={{ isRequired: true, error: wrong.vendor_id }}
              onAsk={(vendor_id) => type({ vendor_id })}
            />
          </Suspense>
        )}
      </div>
      {tree.hasFailed && (
        <p className={classes.failed} role="alert">
          The categories could not be loaded.{' '}
          <button type="button" onClick={tree.retry}>
            Try again
          </button>
        </p>
      )}
      <div className={classes.three}>
        <CategoryFields
          tree={tree}
          value={values.category_id}
          standing={product?.filed_under ?? null}
          error={wrong.category_id}
          onChoose={(category_id) => type({ category_id })}
          onLeave={() => leave('category_id')}
        />
      </div>
      {product && (
        <p className={classes.note}>
          Its vendor calls the category <bdi>{product.category || 'nothing'}</bdi>.
        </p>
      )}
      <TextInput
        {...textOf(entry, 'product_video_url')}
        withAsterisk
        aria-required
        inputMode="url"
        dir="ltr"
        maxLength={500}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        description="A link that starts with https://. It is shown as a link; nothing is loaded from there."
      />
    </Group>
  )
}

function NumberOf({
  entry,
  name,
  isRequired = false,
  description,
}: {
  entry: Entry
  name: NumberName
  isRequired?: boolean
  description?: string
}) {
  return (
    <NumberField
      label={entryLabels[name]}
      unit={units[name]}
      value={entry.values[name]}
      error={entry.wrong[name]}
      isRequired={isRequired}
      {...(description ? { description } : {})}
      onType={(typed) => entry.type({ [name]: typed })}
      onLeave={() => entry.leave(name)}
    />
  )
}

function Details({ entry }: Props) {
  return (
    <>
      <Group title="Detail description">
        <Suspense fallback={<div className={classes.editor} />}>
          <RichText
            label="Description"
            value={entry.values.product_description}
            error={entry.wrong.product_description}
            isRequired
            onChange={(product_description) => entry.type({ product_description })}
            onLeave={() => entry.leave('product_description')}
          />
        </Suspense>
      </Group>
      <Group title="Package">
        <p className={classes.note}>What the courier weighs and measures. An empty field is not known.</p>
        <div className={classes.four}>
          <NumberOf entry={entry} name="package_weight" />
          <NumberOf entry={entry} name="product_length" />
          <NumberOf entry={entry} name="product_width" />
          <NumberOf entry={entry} name="product_height" />
        </div>
      </Group>
    </>
  )
}

function Price({ entry }: Props) {
  return (
    <Group title="price & Stock">
      <div className={classes.pair}>
        <NumberOf entry={entry} name="product_price" isRequired />
        <NumberOf
          entry={entry}
          name="discounted_price"
          description="Not above the retail price. Empty is no discount."
        />
        <NumberOf entry={entry} name="product_stock" isRequired />
        <TextInput
          {...textOf(entry, 'sku')}
          withAsterisk
          aria-required
          dir="ltr"
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          description="The vendor’s own number for it, each one once."
        />
      </div>
    </Group>
  )
}

function Upload({ entry, onSending }: Props) {
  return (
    <Group title="Product Upload">
      <Suspense
        fallback={
          <div
            className={classes.pictures}
            style={{ '--rows': entry.values.images.length } as CSSProperties}
          />
        }
      >
        <PictureList
          label="Images"
          endpoint={productEntry.addPicture}
          pictures={entry.values.images}
          most={mostPictures}
          hint={pictureHint}
          isRequired
          error={entry.wrong.images}
          onChange={(change) => entry.setImages((before) => [...change(before)])}
          onSending={onSending}
        />
      </Suspense>
    </Group>
  )
}
