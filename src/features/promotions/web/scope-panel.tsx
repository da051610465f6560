import { CloseButton, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { pathsOf } from '#features/categories/tree/contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { answersTo, Combobox } from '#kit/web/fields/combobox.tsx'
import { promotions } from '../contract.ts'
import { promotionScopes } from '../scope-contract.ts'
import { texts } from '../texts.ts'
import { fieldLabels, scopeWords, type Typed } from './promotion-model.ts'
import classes from './scope-panel.module.css'

/** The scope of a campaign: all products of its vendors, those in chosen categories and below, or chosen products. */
export function ScopeFields({
  id,
  typed,
  wrong,
  onChange,
}: {
  id: string
  typed: Typed
  wrong: Record<string, string>
  onChange: (changes: Partial<Typed>) => void
}) {
  const add = (field: 'category_ids' | 'product_ids') => (one: Chosen) => {
    if (!typed[field].some((chosen) => chosen.id === one.id)) onChange({ [field]: [...typed[field], one] })
  }
  return (
    <div className={classes.scope}>
      <NativeSelect
        label={fieldLabels.scope}
        data={promotionScopes.map((value) => ({ value, label: scopeWords[value] }))}
        value={typed.scope}
        error={wrong.scope}
        onChange={(event) => onChange({ scope: event.currentTarget.value as Typed['scope'] })}
      />
      {typed.scope === 'categories' && (
        <>
          <CategorySearch error={wrong.category_ids} onChoose={add('category_ids')} />
          <ChosenList
            label={texts.chosenCategories}
            chosen={typed.category_ids}
            onChange={(category_ids) => onChange({ category_ids })}
          />
        </>
      )}
      {typed.scope === 'products' && (
        <>
          <ProductSearch id={id} error={wrong.product_ids} onChoose={add('product_ids')} />
          <ChosenList
            label={texts.chosenProducts}
            chosen={typed.product_ids}
            onChange={(product_ids) => onChange({ product_ids })}
          />
        </>
      )}
    </div>
  )
}

interface Chosen {
  id: string
  name: string
}

/**
 * Searches the whole tree in the browser; the tree is fetched once. What is chosen is named by its path, because names
 * repeat under different parents.
 */
export function CategorySearch({
  label = texts.addACategory,
  error,
  onChoose,
}: {
  label?: string
  error?: string | undefined
  onChoose: (one: Chosen) => void
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const read = useEndpoint(promotions.categories, {}, { enabled: asked !== null })
  const { data } = read
  const paths = pathsOf(data ?? [])
  const options = (data ?? []).map(({ id, name }) => ({ id, words: paths.get(id) ?? name }))
  return (
    <Combobox
      label={label}
      look={{
        label,
        description: texts.categoryHint,
        error,
        placeholder: texts.searchByName,
      }}
      options={(typed) => options.filter(answersTo(typed)).slice(0, 20)}
      isRead={data !== undefined}
      read={read}
      none={texts.noCategoryOfThisName}
      onAsk={setAsked}
      onPick={({ id, words }) => onChoose({ id, name: words })}
    />
  )
}

function ProductSearch({
  id,
  error,
  onChoose,
}: {
  id: string
  error: string | undefined
  onChoose: (one: Chosen) => void
}) {
  const [asked, setAsked] = useState<string | null>(null)
  const read = useEndpoint(promotions.products, { id, q: asked ?? '' }, { enabled: asked !== null })
  const { data, isPlaceholderData } = read
  return (
    <Combobox
      label={texts.addAProduct}
      look={{
        label: texts.addAProduct,
        description: texts.productHint,
        error,
        placeholder: texts.searchByName,
      }}
      options={() =>
        (data ?? []).map((one) => ({
          id: one.id,
          name: one.product_name,
          words: one.product_name,
          more: (
            <>
              <bdi dir="ltr">{one.sku}</bdi> · <bdi>{one.shop_name}</bdi>
            </>
          ),
        }))
      }
      isRead={data !== undefined}
      read={read}
      answered={data && !isPlaceholderData ? asked : null}
      none={texts.noProductFound}
      onAsk={setAsked}
      onPick={(one) => onChoose(one)}
    />
  )
}

function ChosenList({
  label,
  chosen,
  onChange,
}: {
  label: string
  chosen: readonly Chosen[]
  onChange: (chosen: Chosen[]) => void
}) {
  if (chosen.length === 0) return <p className={classes.quiet}>{texts.noneChosen}</p>
  return (
    <ul className={classes.chosen} aria-label={label}>
      {chosen.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
          <CloseButton
            size="sm"
            aria-label={texts.removeName({ name })}
            onClick={() => onChange(chosen.filter((one) => one.id !== id))}
          />
        </li>
      ))}
    </ul>
  )
}
