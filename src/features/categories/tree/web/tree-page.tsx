import { Button, TextInput } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type CategoryChoice, categories } from '#features/categories/contract.ts'
import { menuTexts } from '#features/categories/menu-texts.ts'
import { categoryRecord } from '#features/categories/web/links.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { useFocusOnArrival } from '#kit/web/history-moves.ts'
import { Link } from '#kit/web/link.tsx'
import { useShortcuts } from '#kit/web/list/shortcuts.ts'
import { useUrlState } from '#kit/web/list/url-state.ts'
import { takeVisit, withBack } from '#kit/web/queue/queue-store.ts'
import { Read } from '#kit/web/read-failure.tsx'
import { StatusMark } from '#kit/web/status-mark.tsx'
import { texts } from '../texts.ts'
import { aboveOf, type Branch, branchesOf, foundIn } from './branches-model.ts'
import { LevelsPanel } from './levels-panel.tsx'
import classes from './tree-page.module.css'

/** Category tree: all levels in one view. The search, and whether all is open, are in the URL. A search opens what it finds. */
export function CategoryTreePage() {
  const found = useEndpoint(categories.tree, {})
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnArrival(heading)
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 ref={heading} tabIndex={-1}>
          {menuTexts.categoryTree} {found.data && <span>{found.data.length}</span>}
        </h1>
        <LevelsPanel current="tree" />
      </header>
      <Read of={found} what={texts.theCategoriesCouldNotBe}>
        {(all) => <WholeTree all={all} />}
      </Read>
    </div>
  )
}

function WholeTree({ all }: { all: readonly CategoryChoice[] }) {
  const [state, change] = useUrlState()
  const q = state.get('q') ?? ''
  const search = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => search.current?.focus() })
  const parents = all.filter(({ height }) => height > 0)
  // The levels below the first are closed, so that a large tree begins as a short list.
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    new Set(state.get('open') === 'all' ? parents.map(({ id }) => id) : []),
  )
  const tree = useArrival((id) => setOpened((before) => new Set([...before, ...aboveOf(all, id)])))
  const isAllOpen = parents.every(({ id }) => opened.has(id))
  const branches = q ? foundIn(branchesOf(all), q) : branchesOf(all)
  const toggle = (id: string) =>
    setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    <section ref={tree} className={`box ${classes.tree}`} aria-label={menuTexts.categoryTree}>
      <div className={classes.tools}>
        <TextInput
          type="search"
          aria-label={texts.searchByName}
          placeholder={texts.searchByName}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          ref={search}
          value={q}
          onChange={(event) => change({ q: event.currentTarget.value }, { replace: true })}
        />
        {!q && parents.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              setOpened(new Set(isAllOpen ? [] : parents.map(({ id }) => id)))
              change({ open: isAllOpen ? '' : 'all' }, { replace: true })
            }}
          >
            {isAllOpen ? texts.closeAll : texts.openAll}
          </Button>
        )}
      </div>
      {branches.length === 0 ? (
        <p className={classes.quiet} role="status">
          {all.length === 0 ? texts.noCategories : texts.noCategoryOfThisName}
        </p>
      ) : (
        <Branches branches={branches} isOpen={(id) => q !== '' || opened.has(id)} onToggle={toggle} />
      )}
    </section>
  )
}

/** Opens the way to the category that was looked at last, and focuses it: a person who comes back continues where they were. */
function useArrival(open: (id: string) => void) {
  const tree = useRef<HTMLElement>(null)
  const [id, setId] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the categories are there
  useEffect(() => {
    const [visited] = takeVisit(window.location.pathname + window.location.search)
    if (visited === undefined) return
    open(visited)
    setId(visited)
  }, [])
  useEffect(() => {
    if (id) tree.current?.querySelector<HTMLElement>(`a[href*="${CSS.escape(id)}"]`)?.focus()
  }, [id])
  return tree
}

function Branches({
  branches,
  isOpen,
  onToggle,
}: {
  branches: readonly Branch[]
  isOpen: (id: string) => boolean
  onToggle: (id: string) => void
}) {
  const address = window.location.pathname + window.location.search
  return (
    <ul>
      {branches.map(({ category, below, isHidden }) => (
        <li key={category.id}>
          <div className={classes.row}>
            {below.length > 0 ? (
              <button
                type="button"
                aria-expanded={isOpen(category.id)}
                aria-label={texts.categoriesBelow({ name: category.name })}
                onClick={() => onToggle(category.id)}
              >
                <IconChevronRight size={16} aria-hidden="true" />
              </button>
            ) : (
              <span className={classes.leaf} />
            )}
            <Link href={withBack(categoryRecord(category), address, category.id)} dir="auto">
              {category.name}
            </Link>
            {below.length > 0 && <span className={classes.quiet}>{below.length}</span>}
            {!category.is_active ? (
              <StatusMark tone="off">{texts.switchedOff}</StatusMark>
            ) : (
              isHidden && <span className={classes.quiet}>{texts.hiddenByParent}</span>
            )}
          </div>
          {below.length > 0 && isOpen(category.id) && (
            <Branches branches={below} isOpen={isOpen} onToggle={onToggle} />
          )}
        </li>
      ))}
    </ul>
  )
}
