import { Button, Group } from '@mantine/core'
import { navigate } from 'wouter/use-browser-location'
import { useCommand } from '#kit/web/client.tsx'
import { ConfirmDialog } from '#kit/web/dialog/confirm-dialog.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type MediaDetail, media } from '../contract.ts'
import { texts } from '../texts.ts'
import { mediaLibrary } from './links.ts'

/** Deletes a picture that is used nowhere; says where it is used in all other cases. */
export function DeleteDialog({ picture, onClose }: { picture: MediaDetail; onClose: () => void }) {
  const show = useToast()
  const { id, name, uses, use_count: count } = picture
  // Leaves the screen of the deleted picture before its queries are refetched.
  const remove = useCommand(media.remove, () => {
    navigate(mediaLibrary(), { replace: true })
    show({ message: texts.isDeleted({ name }) })
  })
  const title = texts.deleteQuestion({ name })
  if (uses.length > 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{texts.deleteHeld({ count })}</p>
        <ul>
          {uses.map((use) => (
            <li key={[use.noun, use.record_id, use.is_live].join(' ')}>
              <bdi>{use.label}</bdi> · {use.is_live ? texts.live : texts.draft}
            </li>
          ))}
        </ul>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={title}
      action={texts.deleteName({ name })}
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate({ input: { id } })}
    >
      {texts.deleteEffects}
    </ConfirmDialog>
  )
}
