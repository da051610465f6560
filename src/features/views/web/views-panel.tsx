import { Button } from '@mantine/core'
import { IconDots, IconUsers } from '@tabler/icons-react'
import { use, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { navigate } from 'wouter/use-browser-location'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { failedWords } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import tabs from '#kit/web/list/list-page.module.css'
import { ListToolsContext, plainLayout, type ViewsProps } from '#kit/web/list/list-tools.ts'
import { Popover } from '#kit/web/popover.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type ListView, views } from '../contract.ts'
import { texts } from '../texts.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { copyNameOf } from './name-model.ts'
import { useOpened } from './use-opened.ts'
import { ViewDialog } from './view-dialog.tsx'
import classes from './views-panel.module.css'

/** The address of a view: its parameters and its id. */
function hrefOf({ list, id, parameters }: ListView): string {
  return `${list}?${new URLSearchParams({ view: id, ...parameters })}`
}

/** True if the current parameters are exactly those of the view. */
function isAsSaved({ parameters }: ListView, asked: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(parameters)
  return names.length === Object.keys(asked).length && names.every((name) => parameters[name] === asked[name])
}

type Asking = { kind: 'save' } | { kind: 'rename' | 'delete'; view: ListView }

/** The saved views of a list as tabs beside the built-in ones, with actions for the current view. */
export function SavedViews({ list: path, asked, current, isOpening, onNone, slot }: ViewsProps) {
  const { data, isError, isFetching } = useEndpoint(views.list, { list: path })
  const [asking, setAsking] = useState<Asking | null>(null)
  const { layouts } = use(ListToolsContext)
  const opensWith = layouts[path]?.view
  const saved = data ?? []
  const view = saved.find(({ id }) => id === current)
  const { opened, onMade } = useOpened(view, view !== undefined && isAsSaved(view, asked))

  // An address without parameters opens the list's default view; if that view was deleted, all rows are shown.
  useEffect(() => {
    if (!isOpening) return
    const first = data?.find(({ id }) => id === opensWith)
    if (first) navigate(hrefOf(first), { replace: true })
    else if (data || isError) onNone()
  }, [data, isError, isOpening, opensWith, onNone])
  // A view that was deleted or is no longer shared is removed from the address; its parameters stay.
  useEffect(() => {
    if (!data || isFetching || current === '' || view) return
    const address = new URLSearchParams(window.location.search)
    address.delete('view')
    navigate(`${window.location.pathname}?${address}`, { replace: true })
  }, [data, isFetching, current, view])

  return (
    <>
      {saved.map((one) => (
        <Link
          key={one.id}
          href={hrefOf(one)}
          aria-current={one.id === current ? 'page' : undefined}
          className={tabs.tab}
        >
          <bdi>{one.name}</bdi>
          {one.is_shared && (
            <IconUsers
              size={14}
              role="img"
              aria-label={one.is_own ? texts.shared : texts.sharedBy({ ownerName: one.owner_name })}
              className={classes.shared}
            />
          )}
        </Link>
      ))}
      {slot &&
        createPortal(
          <Actions
            view={view}
            version={opened?.version ?? 0}
            asked={asked}
            onAsk={setAsking}
            onMade={onMade}
            saved={saved}
            isKnown={data !== undefined}
          />,
          slot,
        )}

      {asking?.kind === 'save' && (
        <ViewDialog list={path} parameters={asked} view={null} onClose={() => setAsking(null)} />
      )}
      {asking?.kind === 'rename' && (
        <ViewDialog
          list={path}
          parameters={asked}
          view={asking.view}
          onRenamed={onMade}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.kind === 'delete' && <DeleteDialog view={asking.view} onClose={() => setAsking(null)} />}
    </>
  )
}

/** Save is offered only for changed parameters, and nothing is saved automatically. */
function Actions({
  view,
  version,
  asked,
  onAsk,
  onMade,
  saved,
  isKnown,
}: {
  view: ListView | undefined
  /** The version that the reader has seen: the list of views is read again, and may hold what a colleague saved. */
  version: number
  asked: Readonly<Record<string, string>>
  onAsk: (asking: Asking) => void
  onMade: (made: ListView) => void
  saved: readonly ListView[]
  isKnown: boolean
}) {
  const save = useCommand(views.change, onMade)
  const show = useToast()
  if (!isKnown) return null
  const saveAs = (words: string) => (
    <Button variant="subtle" size="compact-sm" onClick={() => onAsk({ kind: 'save' })}>
      {words}
    </Button>
  )
  if (!view) return Object.keys(asked).length > 0 ? saveAs(texts.saveView) : null
  return (
    <>
      {!isAsSaved(view, asked) && (
        <>
          {view.is_changeable && (
            <CommandButton
              variant="subtle"
              size="compact-sm"
              isPending={save.isPending}
              onClick={() =>
                save.mutate(
                  { input: { id: view.id, parameters: { ...asked } }, ifMatch: version },
                  {
                    onSuccess: () => show({ message: texts.isSaved({ name: view.name }) }),
                    onError: (error) =>
                      show({ message: failedWords(error, texts.notSaved), tone: 'refused' }),
                  },
                )
              }
            >
              {texts.save}
            </CommandButton>
          )}
          {saveAs(texts.saveAs)}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => navigate(hrefOf(view))}>
            {texts.revert}
          </Button>
        </>
      )}
      <ViewMenu view={view} saved={saved} onAsk={onAsk} onMade={onMade} />
    </>
  )
}

/** The actions on the current view. */
function ViewMenu({
  view,
  saved,
  onAsk,
  onMade,
}: {
  view: ListView
  saved: readonly ListView[]
  onAsk: (asking: Asking) => void
  onMade: (made: ListView) => void
}) {
  const { layouts, setLayout } = use(ListToolsContext)
  const layout = layouts[view.list] ?? plainLayout
  const isDefault = layout.view === view.id
  const show = useToast()
  const change = useCommand(views.change, onMade)
  const copy = useCommand(views.create)
  const onError = (error: Error) =>
    show({ message: failedWords(error, texts.notChanged), tone: 'refused' as const })
  const duplicate = () => {
    const { list, parameters } = view
    const own = saved.filter(({ is_own }) => is_own).map(({ name }) => name)
    copy.mutate(
      { input: { list, parameters, name: copyNameOf(view.name, own) } },
      // The copy opens after the list of views has been fetched again.
      { onSuccess: (made) => navigate(hrefOf(made)), onError },
    )
  }
  const share = () => change.mutate({ input: { id: view.id, is_shared: !view.is_shared } }, { onError })
  const items = [
    { words: texts.rename, act: () => onAsk({ kind: 'rename', view }), isChange: true },
    { words: texts.duplicate, act: duplicate },
    {
      words: isDefault ? texts.openWithAll : texts.openWithView,
      act: () => setLayout(view.list, { ...layout, view: isDefault ? null : view.id }),
    },
    { words: view.is_shared ? texts.stopSharing : texts.share, act: share, isChange: true },
    { words: texts.delete, act: () => onAsk({ kind: 'delete', view }), isChange: true },
  ].filter(({ isChange }) => view.is_changeable || !isChange)
  return (
    <Popover
      label={texts.viewName({ name: view.name })}
      icon={<IconDots size={16} aria-hidden="true" />}
      width={284}
    >
      {(close) => (
        <div className={classes.menu}>
          {!view.is_own && <p>{texts.sharedBy({ ownerName: view.owner_name })}</p>}
          {items.map(({ words, act }) => (
            <button
              key={words}
              type="button"
              onClick={() => {
                close()
                act()
              }}
            >
              {words}
            </button>
          ))}
        </div>
      )}
    </Popover>
  )
}
