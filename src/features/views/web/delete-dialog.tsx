import { use } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { CommandDialog } from '#kit/web/dialog/command-dialog.tsx'
import { ListToolsContext } from '#kit/web/list/list-tools.ts'
import { type ListView, views } from '../contract.ts'
import { texts } from '../texts.ts'

/** Deletes a view, after explaining who else loses a shared view. */
export function DeleteDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const { layouts, setLayout } = use(ListToolsContext)
  return (
    <CommandDialog
      of={views.remove}
      input={{ id: view.id }}
      title={texts.deleteQuestion({ name: view.name })}
      action={texts.deleteView}
      onClose={onClose}
      onDone={() => {
        const layout = layouts[view.list]
        if (layout?.view === view.id) setLayout(view.list, { ...layout, view: null })
        navigate(view.list)
      }}
    >
      {view.is_shared ? texts.deleteSharedEffects : texts.deleteEffects}
    </CommandDialog>
  )
}
