import { CommandButton } from '#kit/web/command-button.tsx'
import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Button, Group, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useCommand } from '#kit/web/client.tsx'
import { Dialog } from '#kit/web/dialog/dialog.tsx'
import { ChangeFailure } from '#kit/web/failure.tsx'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { useFirstInvalid } from '#kit/web/fields/first-invalid.ts'
import { Link } from '#kit/web/link.tsx'
import { useToast } from '#kit/web/toast.tsx'
import {
  CategoryDraft,
  type CategoryLevel,
  categories,
  categoryLevels,
  levelWords,
  slugOf,
} from '../contract.ts'
import { Chooser, choicesOf, useTree } from '../tree/web/chooser-panel.tsx'
import { categoryHref } from '../tree/web/name-panel.tsx'
import classes from './dialogs.module.css'

/** Adds a category of this level, below the given parent or below a parent that the user chooses. */
export function CategoryDialog({
  level,
  parent,
  onClose,
}: {
  level: CategoryLevel
  parent?: { id: string; path: string }
  onClose: () => void
}) {
  const show = useToast()
  const create = useCommand(categories.create)
  const [name, setName] = useState('')
  const [slug, setSlug] = useState('')
  const [parentId, setParentId] = useState<string | null>(parent?.id ?? null)
  const [isActive, setActive] = useState(true)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const levelAbove = categoryLevels[categoryLevels.indexOf(level) - 1]
  const errors = { ...fieldErrors(create.error ?? undefined), ...wrong }
  const form = useFirstInvalid(create.error)
  const { one } = levelWords[level]
  /** Clears the error of a field once the field is changed. */
  const clear = () => {
    setWrong({})
    create.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const draft = CategoryDraft.safeParse({
      name,
      ...(slug.trim() ? { slug } : {}),
      parent_id: parentId,
      is_active: isActive,
    })
    const found = fieldErrors(draft.error?.issues)
    if (levelAbove && !parentId)
      found.parent_id = texts.chooseA({ one: levelWords[levelAbove].one.toLowerCase() })
    setWrong(found)
    if (!draft.success || Object.keys(found).length > 0) return
    create.mutate(
      { input: draft.data },
      {
        onSuccess: (made) => {
          onClose()
          show({
            message: (
              <>
                {texts.isAddedOpenIt({
                  name: <bdi>{made.name}</bdi>,
                  link: (words) => <Link href={categoryHref(made)}>{words}</Link>,
                })}
              </>
            ),
          })
        },
      },
    )
  }
  return (
    <Dialog title={texts.addOne({ one: one.toLowerCase() })} isHeld={create.isPending} onClose={onClose}>
      <form ref={form} className={classes.form} onSubmit={send} noValidate>
        {create.error && Object.keys(errors).length === 0 && <ChangeFailure error={create.error} />}
        {parent && (
          <p className={classes.quiet}>{texts.itStandsBelowAfterThose({ path: <bdi>{parent.path}</bdi> })}</p>
        )}
        <TextInput
          label={texts.name}
          data-autofocus
          dir="auto"
          maxLength={120}
          value={name}
          error={errors.name}
          onChange={(event) => {
            setName(event.currentTarget.value)
            clear()
          }}
        />
        <TextInput
          label={texts.slug}
          description={slugWords(name, slug)}
          dir="ltr"
          maxLength={80}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={slug}
          error={errors.slug}
          onChange={(event) => {
            setSlug(event.currentTarget.value)
            clear()
          }}
        />
        {levelAbove && !parent && (
          <ParentField
            level={levelAbove}
            value={parentId}
            error={errors.parent_id}
            onChoose={(id) => {
              setParentId(id)
              clear()
            }}
          />
        )}
        <Switch
          size="sm"
          label={texts.active}
          description={texts.shoppersSeeItAndWhat}
          checked={isActive}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={create.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <CommandButton type="submit" isPending={create.isPending}>
            {texts.addOne({ one: one.toLowerCase() })}
          </CommandButton>
        </Group>
      </form>
    </Dialog>
  )
}

/** The parent of the new category: only categories of the level above are offered. */
function ParentField({
  level,
  value,
  error,
  onChoose,
}: {
  level: CategoryLevel
  value: string | null
  error: string | undefined
  onChoose: (id: string) => void
}) {
  const { tree, isRead, failure } = useTree()
  const { one } = levelWords[level]
  return (
    failure || (
      <Chooser
        label={one}
        description={texts.itStandsBelowThisOne}
        choices={choicesOf(tree, (choice) => (choice.level === level ? '' : null))}
        isRead={isRead}
        isFlat
        none={texts.addAFirstThereIs({ one: one.toLowerCase() })}
        value={value}
        error={error}
        onChoose={onChoose}
      />
    )
  )
}

/** Shows the slug, or the slug that the name would give. */
function slugWords(name: string, slug: string): string {
  if (slug.trim() || !name.trim()) return texts.itsAddressInTheShop
  const own = slugOf(name)
  return own ? texts.leftEmptyIfItIs({ own }) : texts.leftEmptyOneIsChosen
}
