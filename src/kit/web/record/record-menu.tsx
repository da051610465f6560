import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from '../link.tsx'
import { Popover } from '../popover.tsx'
import { offersActions, useOffers } from '../record-actions.ts'
import classes from './record-menu.module.css'
import { texts } from './texts.ts'

export type MenuItem = { words: string; isDangerous?: boolean } & ({ href: string } | { onPick: () => void })

/** A menu of one of many things on a screen is not that of the record. */
const nothing: readonly MenuItem[] = []

/** Actions on the whole record, separate from the buttons that save its fields. */
export function RecordMenu({
  items,
  before,
  label,
}: {
  items: readonly MenuItem[]
  before?: ReactNode
  /** The accessible name where a screen has several menus; such a menu is an icon alone. */
  label?: string
}) {
  useOffers(label ? nothing : items)
  return (
    <span ref={label || !before ? undefined : offersActions} className={classes.place}>
      {before}
      <Popover
        label={label ?? texts.moreActions}
        {...(label ? {} : { words: texts.moreActions })}
        icon={<IconDots size={16} aria-hidden="true" />}
        width={180}
      >
        {(hide) => (
          <div className={classes.menu}>
            {items.map((item) =>
              'href' in item ? (
                <Link key={item.words} href={item.href} onClick={hide}>
                  {item.words}
                </Link>
              ) : (
                <button
                  key={item.words}
                  type="button"
                  data-dangerous={item.isDangerous || undefined}
                  onClick={() => {
                    hide()
                    item.onPick()
                  }}
                >
                  {item.words}
                </button>
              ),
            )}
          </div>
        )}
      </Popover>
    </span>
  )
}
