import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type CategoryChoice, categories, categoryLevels } from '#features/categories/contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { answersTo } from '#kit/web/fields/combobox.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { hidersOf, pathsOf, type Tree, treeOf } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './chooser-panel.module.css'

/** An option, with the reason why it cannot be chosen; empty if it can. */
export interface Choice {
  id: string
  name: string
  path: string
  /** Indentation level, from 0. */
  depth: number
  why: string
  /** The category that is off and hides this one from shoppers; empty if they see it. */
  hider: string
}

/** The tree as options; categories for which `whyNot` returns null are left out. */
export function choicesOf(
  tree: readonly CategoryChoice[],
  whyNot: (one: CategoryChoice) => string | null,
): Choice[] {
  const paths = pathsOf(tree)
  const hiders = hidersOf(tree)
  return tree.flatMap((one) => {
    const why = whyNot(one)
    const { id, name, level } = one
    const [path, hider] = [paths.get(id) ?? name, hiders.get(id) ?? '']
    return why === null ? [] : [{ id, name, path, depth: categoryLevels.indexOf(level), why, hider }]
  })
}

/** The tree by id, as the move and merge rules expect it; empty until it has loaded. */
export function treeOfChoices(choices: readonly CategoryChoice[]): Tree {
  return treeOf(
    choices.map((one, position) => ({ ...one, position, depth: categoryLevels.indexOf(one.level) + 1 })),
  )
}

/** Every category, for choosing one of them. */
export function useTree() {
  const read = useEndpoint(categories.tree, {})
  const failure = read.isError && !read.data && <ReadFailure of={read} what={texts.theCategoriesCouldNotBe} />
  return { tree: read.data ?? [], isRead: read.data !== undefined, failure }
}

/**
 * Chooses a category: typing searches in any part of the path, and the category is chosen with the pointer or the
 * keyboard. The list keeps its height, so that nothing below it moves.
 */
export function Chooser({
  label,
  description,
  choices,
  isRead,
  isFlat = false,
  none,
  value,
  error,
  onChoose,
}: {
  label: string
  description?: string
  choices: readonly Choice[]
  isRead: boolean
  /** Shows each option with its full path, instead of indenting it below its parent. */
  isFlat?: boolean
  /** Text shown if there is nothing to choose from. */
  none: string
  value: string | null
  error?: string | undefined
  onChoose: (id: string) => void
}) {
  const id = useId()
  const { typed, found, active, chosen, listRef, pick, press, search, leave } = useChoosing(
    choices,
    value,
    onChoose,
  )
  const showsPaths = isFlat || Boolean(typed?.trim())
  return (
    <div className={classes.chooser}>
      <TextInput
        label={label}
        description={description}
        error={error}
        role="combobox"
        aria-expanded={true}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        // The first Escape clears the field; only the next Escape closes the surrounding dialog.
        data-mantine-stop-propagation={Boolean(typed)}
        autoComplete="off"
        placeholder={texts.searchByName}
        maxLength={100}
        dir="auto"
        value={typed ?? chosen?.path ?? ''}
        onChange={(event) => search(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={leave}
        onKeyDown={press}
      />
      <div id={id} ref={listRef} role="listbox" aria-label={label} className={classes.offer}>
        {found.map((choice, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field
          <div
            key={choice.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={choice.id === value}
            aria-disabled={choice.why !== '' || undefined}
            data-active={index === active || undefined}
            style={{ paddingInlineStart: 8 + (showsPaths ? 0 : choice.depth * 18) }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(choice)}
          >
            <bdi>{showsPaths ? choice.path : choice.name}</bdi>
            {(choice.why || choice.hider) && <small>{choice.why || texts.switchedOff}</small>}
            {choice.id === value && <IconCheck size={15} aria-hidden="true" />}
          </div>
        ))}
        {found.length === 0 && (
          <p>{isRead ? (choices.length === 0 ? none : texts.noCategoryOfThisName) : texts.loading}</p>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {typed === null ? '' : texts.foundCount({ found: found.length })}
      </span>
    </div>
  )
}

/** The search in the options, and the option that the arrow keys have reached. */
function useChoosing(choices: readonly Choice[], value: string | null, onChoose: (id: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  /** The option that the arrow keys moved to; null for the first match. */
  const [moved, setMoved] = useState<number | null>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const answers = answersTo(typed ?? '')
  const found = choices.filter(({ path }) => answers({ words: path }))
  const first = typed?.trim() ? found.findIndex(({ why }) => !why) : -1
  const active = moved ?? first
  useEffect(() => {
    listRef.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const pick = (choice: Choice | undefined) => {
    if (!choice || choice.why) return
    setTyped(null)
    setMoved(choices.indexOf(choice))
    onChoose(choice.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setMoved(Math.min(Math.max(active + step, 0), found.length - 1))
    } else if (event.key === 'Enter' && (typed || (found[active] && found[active].id !== value))) {
      // Once a category is chosen, Enter submits the form.
      event.preventDefault()
      pick(found[active])
    } else if (event.key === 'Escape' && typed) {
      search(null)
    }
  }
  const search = (words: string | null) => {
    setTyped(words)
    setMoved(null)
  }
  const chosen = choices.find((choice) => choice.id === value)
  return { typed, found, active, chosen, listRef, pick, press, search, leave: () => search(null) }
}
