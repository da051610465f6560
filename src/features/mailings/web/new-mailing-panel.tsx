import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { navigate } from 'wouter/use-browser-location'
import { useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type UserType, userTypes, userTypeWords } from '../audience-contract.ts'
import { mailingLists, mailings } from '../contract.ts'
import { texts } from '../texts.ts'
import { mailingList, mailingRecord } from './links.ts'
import classes from './mailings.module.css'

/** The form of a new group e-mail; what it becomes is edited on its own screen. */
export function NewMailingPanel() {
  const show = useToast()
  const { command, typed, change, errors, setWrong, field, dialog } = useCommandForm(mailings.create, () => ({
    user_type: 'vendors' as UserType,
    list_id: '',
    subject: '',
    body: '',
  }))
  const lists = useEndpoint(mailingLists.list, {}, { enabled: typed.user_type === 'list' }).data ?? []
  const isFilled = typed.subject.trim() !== '' || typed.body.trim() !== ''
  const leaving = useLeaveGuard(isFilled && !command.isSuccess, {
    // The list beside the form is looked through while it stays.
    isWithin: ({ pathname }) => pathname === mailingList(),
  })
  const submit = () => {
    const wrong = {
      ...(typed.subject.trim() ? {} : { subject: texts.subjectIsRequired }),
      ...(typed.user_type === 'list' && !typed.list_id ? { list_id: texts.chooseAList } : {}),
    }
    if (Object.keys(wrong).length > 0) return setWrong(wrong)
    const { user_type, list_id, subject, body } = typed
    command.mutate(
      { input: { audience: { user_type, list_id: user_type === 'list' ? list_id : null }, subject, body } },
      {
        onSuccess: (made) => {
          navigate(mailingRecord(made))
          show({ message: texts.isCreated({ subject: made.subject }) })
        },
      },
    )
  }
  return (
    <section className="box" aria-labelledby="new-mailing">
      <form
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <h2 id="new-mailing">{texts.newEmail}</h2>
        {dialog.error && !dialog.isAtField && <ChangeFailure error={dialog.error} />}
        <div className={classes.new}>
          <NativeSelect
            label={texts.userType}
            data={userTypes.map((value) => ({ value, label: userTypeWords[value] }))}
            value={typed.user_type}
            onChange={(event) => change({ user_type: event.currentTarget.value as UserType })}
          />
          <TextInput {...field('subject')} label={texts.subject} dir="auto" maxLength={200} />
          {typed.user_type === 'list' && (
            <NativeSelect
              label={texts.list}
              data={[
                { value: '', label: texts.chooseList },
                ...lists.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={typed.list_id}
              error={errors.list_id}
              onChange={(event) => change({ list_id: event.currentTarget.value })}
            />
          )}
          <Textarea
            className={classes.wide}
            label={texts.body}
            description={texts.bodyHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="auto"
            rows={3}
            value={typed.body}
            error={errors.body}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
        </div>
        <div className={classes.row}>
          <CommandButton type="submit" isPending={dialog.isPending}>
            {texts.createDraft}
          </CommandButton>
        </div>
      </form>
      {leaving.dialog}
    </section>
  )
}
