import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { FaqDraft, faqs } from '../contract.ts'
import { texts } from '../texts.ts'
import { FaqFields } from './fields-panel.tsx'
import { faqRecord } from './links.ts'

/** Adds a question, as the last of its group. */
export function FaqDialog({ onClose }: { onClose: () => void }) {
  const show = useToast()
  const { command, typed, change, errors, setWrong, dialog } = useCommandForm(faqs.create, () => ({
    title: '',
    details: '',
    group: '',
    is_active: true,
  }))
  const send = () => {
    const draft = FaqDraft.safeParse(typed)
    setWrong(fieldErrors(draft.error?.issues))
    if (!draft.success) return
    command.mutate(
      { input: draft.data },
      {
        onSuccess: (made) => {
          onClose()
          show({
            message: (
              <>
                {texts.added({
                  name: <bdi>{made.title}</bdi>,
                  link: (words) => <Link href={faqRecord(made)}>{words}</Link>,
                })}
              </>
            ),
          })
        },
      },
    )
  }
  return (
    <FormDialog title={texts.addNewFaq} verb={texts.addFaq} {...dialog} onClose={onClose} onSubmit={send}>
      <FaqFields typed={typed} errors={errors} onChange={change} isFocused />
      <Switch
        size="sm"
        label={texts.active}
        description={texts.activeHint}
        checked={typed.is_active}
        onChange={(event) => change({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}
