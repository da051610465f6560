import { useState } from 'react'
import { promotions } from '#features/promotions/contract.ts'
import { CategorySearch } from '#features/promotions/web/scope-panel.tsx'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'

/** Invites all vendors who sell in a category, after saying how many they are and how many were asked before. */
export function InviteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const show = useToast()
  const invite = useCommand(promotions.inviteOfCategory)
  const [category, setCategory] = useState<{ id: string; name: string } | null>(null)
  const found = useEndpoint(
    promotions.invitable,
    { id, category_id: category?.id ?? '' },
    { enabled: category !== null },
  )
  const counts = category && !found.isPlaceholderData ? found.data : undefined
  const count = counts?.to_invite ?? 0
  return (
    <FormDialog
      title={texts.inviteOfCategory}
      text={texts.chooseACategory}
      verb={count > 0 ? texts.inviteMany({ count }) : texts.invite}
      isPending={invite.isPending}
      error={invite.error ?? found.error}
      isOff={count === 0}
      onClose={onClose}
      onSubmit={() => {
        if (!category) return
        invite.mutate(
          { input: { id, category_id: category.id } },
          {
            onSuccess: ({ invited }) => {
              onClose()
              show({ message: texts.areInvited({ count: invited }) })
            },
          },
        )
      }}
    >
      <CategorySearch
        label={texts.category}
        onChoose={(one) => {
          if (!invite.isPending) invite.reset()
          setCategory(one)
        }}
      />
      <p role="status">{category && counts && wordsOf(category.name, counts)}</p>
    </FormDialog>
  )
}

function wordsOf(
  name: string,
  { sellers, to_invite: toInvite }: { sellers: number; to_invite: number },
): string {
  if (sellers === 0) return texts.nobodySells({ name })
  const asked = sellers - toInvite
  if (asked === 0) return texts.canBeInvited({ count: sellers, name })
  return `${texts.someCanBeInvited({ toInvite, sellers, name })} ${texts.askedBefore({ count: asked })}`
}
