import { use } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { ListToolsContext } from '#kit/web/list/list-tools.ts'
import { type ListView, views } from '../contract.ts'
import { texts } from '../texts.ts'

/** Deletes a view, after explaining who else loses a shared view. */
export function DeleteDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const remove = useCommand(views.remove)
  const { layouts, setLayout } = use(ListToolsContext)
  return (
    <ConfirmDialog
      title={texts.deleteQuestion({ name: view.name })}
      action={texts.deleteView}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { input: { id: view.id } },
          {
            onSuccess: () => {
              onClose()
              const layout = layouts[view.list]
              if (layout?.view === view.id) setLayout(view.list, { ...layout, view: null })
              navigate(view.list)
            },
          },
        )
      }
    >
      {view.is_shared ? texts.deleteSharedEffects : texts.deleteEffects}
    </ConfirmDialog>
  )
}
