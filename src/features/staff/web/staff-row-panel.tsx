import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { permissionInWords } from '#features/access/contract.ts'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import { useCommand, useEndpoint } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { type Address, useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { standingOf } from '#kit/web/record/standing.ts'
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

/** The row that adds a person or changes the given one; an email address is changed on the page of the person. */
export function StaffForm(props: Props) {
  const { person, onClose } = props
  const { values, put, errors, error, choices, isPending, guard, submit } = useStaffForm(props)
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
      {choices.isError && !choices.data && (
        <div data-wide="">
          <ReadFailure of={choices} what={texts.rolesNotLoaded} />
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
          ...(choices.data ?? []).map(({ id, name, missing_permission: missing }) => ({
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
  // As it was when it was opened, and after a refusal for a newer version as it is now.
  const [stood, setStood] = useState(person)
  const begun = {
    username: stood?.username ?? '',
    email: stood?.email ?? '',
    phone: formatPhone(stood?.phone ?? ''),
    role_id: stood?.role_id ?? '',
  }
  /** Only what was typed: what was not follows the person as they stand. */
  const [typed, setTyped] = useState<Partial<typeof begun>>({})
  const values = { ...begun, ...typed }
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isPending = invite.isPending || change.isPending
  const isSaved = invite.isSuccess || change.isSuccess
  // The list around the row is looked through while it is open.
  const here = usePathname()
  const isWithin = ({ pathname }: Address) => pathname === here
  const guard = useLeaveGuard(!isSaved && JSON.stringify(values) !== JSON.stringify(begun), { isWithin })
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
      onError: (refused: Error) => {
        setErrors(fieldErrors(refused))
        // The refusal says that there is a newer version; who presses again has been told, and sends what is typed on it.
        setStood((before) => standingOf<StaffRow>(refused) ?? before)
      },
    })
    if (stood) {
      const input = { id: stood.id, ...rest }
      change.mutate({ input, ifMatch: stood.version }, done(texts.personSaved({ username: values.username })))
    } else {
      invite.mutate({ input: values }, done(texts.personInvited({ username: values.username, email })))
    }
  }
  const put = (name: keyof typeof values, value: string) => {
    setTyped({ ...typed, [name]: value })
    setErrors({})
  }
  return { values, put, errors, error, choices, isPending, guard, submit }
}
