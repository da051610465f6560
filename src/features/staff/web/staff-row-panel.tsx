import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { permissionInWords } from '#features/access/contract.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { Invitation, StaffChange, type StaffRow, staff } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { texts } from '../texts.ts'
import classes from './staff-panel.module.css'

interface Props {
  person: StaffRow | null
  /** The person to edit in this row next; the form asks about unsaved changes first. */
  next?: StaffRow | 'new' | null
  onNext?: (taken: StaffRow | 'new' | null) => void
  onClose: () => void
}

/** The row that adds a person or changes the given one; an existing email address cannot be changed. */
export function StaffForm(props: Props) {
  const { person, onClose } = props
  const { values, put, errors, error, roles, isPending, guard, submit } = useStaffForm(props)
  const field = (name: 'username' | 'email' | 'phone', label: string, type: string) => (
    <TextInput
      size="xs"
      label={label}
      name={name}
      type={type}
      autoComplete="off"
      autoFocus={name === 'username'}
      dir={name === 'username' ? 'auto' : 'ltr'}
      readOnly={name === 'email' && person !== null}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => put(name, event.currentTarget.value)}
    />
  )
  return (
    <form
      className={classes.row}
      onSubmit={submit}
      noValidate
      aria-label={person ? texts.changePerson({ username: person.username }) : texts.addNewStaff}
    >
      {error && Object.keys(errors).length === 0 && (
        <div data-wide="">
          <ChangeFailure error={error} />
        </div>
      )}
      {field('username', texts.name, 'text')}
      {field('email', texts.email, 'email')}
      {field('phone', texts.phoneNoHeading, 'tel')}
      <NativeSelect
        size="xs"
        label={menuTexts.role}
        name="role_id"
        value={values.role_id}
        error={errors.role_id}
        data={[
          ...(person ? [] : [{ value: '', label: texts.chooseARole }]),
          ...roles.map(({ id, name, missing_permission: missing }) => ({
            value: id,
            label: missing ? texts.roleNeeds({ name, missing: permissionInWords(missing) }) : name,
            disabled: missing !== null && id !== person?.role_id,
          })),
        ]}
        onChange={(event) => put('role_id', event.currentTarget.value)}
      />
      <div className={classes.rowButtons}>
        <CommandButton type="submit" size="xs" isPending={isPending}>
          {person ? texts.update : texts.sendInvitation}
        </CommandButton>
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
      {guard.dialog}
    </form>
  )
}

function useStaffForm({ person, next = null, onNext = () => {}, onClose }: Props) {
  const show = useToast()
  const invite = useCommand(staff.invite)
  const change = useCommand(staff.change)
  const choices = useEndpoint(staff.listRoles, {})
  const [begun] = useState({
    username: person?.username ?? '',
    email: person?.email ?? '',
    phone: formatPhone(person?.phone ?? ''),
    role_id: person?.role_id ?? '',
  })
  const [values, setValues] = useState(begun)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isPending = invite.isPending || change.isPending
  const isSaved = invite.isSuccess || change.isSuccess
  const guard = useLeaveGuard(!isSaved && JSON.stringify(values) !== JSON.stringify(begun))
  const { ask } = guard
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each wish
  useEffect(() => {
    if (!next) return
    onNext(null)
    ask(() => onNext(next))
  }, [next])
  const error = invite.error ?? change.error
  const { email, ...rest } = values
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const checked = person ? StaffChange.safeParse(rest) : Invitation.safeParse(values)
    const found = fieldErrors(checked.error?.issues)
    setErrors(found)
    if (!checked.success) return
    const done = (message: string) => ({
      onSuccess: () => {
        show({ message })
        onClose()
      },
      onError: (refused: Error) => setErrors(fieldErrors(refused)),
    })
    if (person) {
      const input = { id: person.id, ...rest }
      change.mutate(
        { input, ifMatch: person.version },
        done(texts.personSaved({ username: values.username })),
      )
    } else {
      invite.mutate({ input: values }, done(texts.personInvited({ username: values.username, email })))
    }
  }
  const put = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value })
    setErrors({})
  }
  return { values, put, errors, error, roles: choices.data ?? [], isPending, guard, submit }
}
