import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatPhone } from '#kit/contract/pakistan-phones.ts'
import card from '#kit/web/card.module.css'
import { useCommand } from '#kit/web/client.tsx'
import { CommandButton } from '#kit/web/command-button.tsx'
import { readCurrentUser, storeCurrentUser } from '#kit/web/current-user.ts'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useToast } from '#kit/web/toast.tsx'
import { type Account, Profile, session } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './account-page.module.css'

/** Name and phone number; email address and role are read-only, because only others can change them. */
export function ProfilePanel({ account }: { account: Account }) {
  const show = useToast()
  const save = useCommand(session.changeProfile)
  const stored = { username: account.username, phone: formatPhone(account.phone) }
  /** Only what was typed: a photo or a setting that is changed beside it leaves it, and what was not typed stays as stored. */
  const [typed, setTyped] = useState<Partial<typeof stored>>({})
  const values = { ...stored, ...typed }
  const [errors, setErrors] = useState<Record<string, string>>({})
  const isChanged = values.username !== stored.username || values.phone !== stored.phone
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const result = Profile.safeParse(values)
    setErrors(fieldErrors(result.error?.issues))
    if (!result.success) return
    save.mutate(
      { input: values, ifMatch: account.version },
      {
        onSuccess: ({ username, phone }) => {
          const user = readCurrentUser()
          setTyped((since) => (since === typed ? {} : since))
          if (user) storeCurrentUser({ ...user, username, phone })
          show({ message: texts.profileSaved })
        },
        onError: (error) => setErrors(fieldErrors(error)),
      },
    )
  }
  return (
    <form className={`box ${card.card}`} onSubmit={submit} noValidate>
      <h2>{texts.profile}</h2>
      {save.error && Object.keys(errors).length === 0 && <ChangeFailure error={save.error} />}
      <TextInput
        label={texts.name}
        name="username"
        autoComplete="name"
        dir="auto"
        value={values.username}
        error={errors.username}
        onChange={(event) => setTyped({ ...typed, username: event.currentTarget.value })}
      />
      <TextInput
        label={texts.phone}
        name="phone"
        type="tel"
        autoComplete="tel"
        value={values.phone}
        error={errors.phone}
        onChange={(event) => setTyped({ ...typed, phone: event.currentTarget.value })}
      />
      <dl className={classes.fixed}>
        <div>
          <dt>{texts.email}</dt>
          <dd>
            <bdi dir="ltr">{account.email}</bdi>
          </dd>
        </div>
        <div>
          <dt>{texts.role}</dt>
          <dd>{account.role_name}</dd>
        </div>
      </dl>
      <CommandButton type="submit" variant={isChanged ? 'filled' : 'default'} isPending={save.isPending}>
        {texts.saveProfile}
      </CommandButton>
    </form>
  )
}
