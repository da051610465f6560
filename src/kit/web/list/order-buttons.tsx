import { texts } from './texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import classes from './order-buttons.module.css'

/** Moves an item up or down by one position. Both buttons stay in place, so that they can be pressed repeatedly. */
export function OrderButtons({
  name,
  position,
  count,
  onPlace,
}: {
  name: string
  position: number
  count: number
  onPlace: (position: number) => void
}) {
  const step = (by: 1 | -1, title: string, label: string, Icon: typeof IconChevronUp) => {
    const to = position + by
    const isEnd = to < 1 || to > count
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={label}
        title={title}
        aria-disabled={isEnd || undefined}
        data-disabled={isEnd}
        onClick={() => !isEnd && onPlace(to)}
      >
        <Icon size={16} aria-hidden="true" />
      </ActionIcon>
    )
  }
  return (
    <span className={classes.buttons}>
      {step(-1, texts.moveUp, texts.moveNameUp({ name }), IconChevronUp)}
      {step(1, texts.moveDown, texts.moveNameDown({ name }), IconChevronDown)}
    </span>
  )
}
