import { useCan } from '#kit/web/can.tsx'
import { useCall, useRefresh } from '#kit/web/client.tsx'
import { SwitchCell } from '#kit/web/list/switch-cell.tsx'
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
  const can = useCan()
  const call = useCall()
  const refresh = useRefresh()
  return (
    <SwitchCell
      label={texts.nameActive({ name: category.name })}
      isOn={category.is_active}
      version={category.version}
      disabled={!can(categories.change)}
      words={{ on: texts.on, off: texts.off }}
      save={async (is_active, version) => {
        const answer = await call(categories.change, { id: category.id, is_active }, { ifMatch: version })
        // A row that disappears under the pointer cannot be undone, so a list is refetched once the toast has
        // been seen.
        setTimeout(() => void refresh(categories.change), isListed ? 1500 : 0)
        return { isOn: answer.is_active, version: answer.version }
      }}
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
