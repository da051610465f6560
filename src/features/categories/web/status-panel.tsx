import { ActiveSwitch } from '#kit/web/list/active-switch.tsx'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { type Category, categories } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './status-panel.module.css'

/** Turns a category on or off; when off, the category and everything below it are hidden in the shop. */
export function CategorySwitch({
  category,
  isListed = false,
}: {
  category: Pick<Category, 'id' | 'name' | 'is_active' | 'version'>
  /** True for a row of a list that may be filtered to active categories. */
  isListed?: boolean
}) {
  return (
    <ActiveSwitch
      change={categories.change}
      record={category}
      label={texts.nameActive({ name: category.name })}
      words={{ on: texts.on({ name: category.name }), off: texts.off({ name: category.name }) }}
      isListed={isListed}
    />
  )
}

/** The switch, and the category above that hides this one even if its own switch is on. */
export function StatusCell({ category }: { category: Category }) {
  const hidden = hiddenBy(category)
  return (
    <span className={classes.status}>
      <CategorySwitch category={category} isListed />
      {hidden && (
        <span className={classes.hidden} title={hidden}>
          {hidden}
        </span>
      )}
    </span>
  )
}

/** Names a category above this one that is off, in words; empty if all of them are on. */
function hiddenBy({ ancestors }: Pick<Category, 'ancestors'>): string {
  const off = ancestors.find(({ is_active }) => !is_active)
  return off ? texts.hiddenBy({ name: off.name }) : ''
}

/** Whether shoppers see a category, and if not, which category hides it; with its switch. */
export function VisibilityPanel({ category }: { category: Category }) {
  const own = category.is_active ? texts.shoppersSeeIt : texts.hiddenHint
  return (
    <SideCard title={texts.status}>
      <div className={classes.status}>
        <CategorySwitch category={category} />
        <span className={classes.words}>{hiddenBy(category) || own}</span>
      </div>
    </SideCard>
  )
}

/** The effective status of a category, from its own switch and those above it. */
export function CategoryMark({ category }: { category: Category }) {
  if (!category.is_active) return <StatusMark tone="off">{texts.inactive}</StatusMark>
  return hiddenBy(category) ? (
    <StatusMark tone="off">{texts.hidden}</StatusMark>
  ) : (
    <StatusMark tone="good">{texts.active}</StatusMark>
  )
}
