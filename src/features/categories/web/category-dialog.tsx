import { texts } from '../texts.ts'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { Switch, TextInput } from '@mantine/core'
import { slugOf } from '#kit/contract/slug.ts'
import { FormDialog } from '#kit/web/dialog/form-dialog.tsx'
import { useCommandForm } from '#kit/web/dialog/use-command-form.ts'
import { fieldErrors } from '#kit/web/fields/field-errors.ts'
import { Link } from '#kit/web/link.tsx'
import { useToast } from '#kit/web/toast.tsx'
import {
  type Category,
  CategoryDraft,
  type CategoryLevel,
  categories,
  categoryLevels,
  levelWords,
} from '../contract.ts'
import { Chooser, choicesOf, useTree } from '../tree/web/chooser-panel.tsx'
import classes from './dialogs.module.css'
import { categoryRecord } from './links.ts'

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
  const tellAdded = useAddedToast()
  const { command, typed, change, errors, setWrong, field, dialog } = useCommandForm(
    categories.create,
    () => ({ name: '', slug: '', parent_id: parent?.id ?? null, is_active: true }),
  )
  const levelAbove = categoryLevels[categoryLevels.indexOf(level) - 1]
  const send = () => {
    const { slug, ...rest } = typed
    const draft = CategoryDraft.safeParse(slug.trim() ? typed : rest)
    const found = fieldErrors(draft.error?.issues)
    if (levelAbove && !typed.parent_id) found.parent_id = parentWords(levelAbove).missing
    setWrong(found)
    if (!draft.success || Object.keys(found).length > 0) return
    command.mutate(
      { input: draft.data },
      {
        onSuccess: (made) => {
          onClose()
          tellAdded(made)
        },
      },
    )
  }
  return (
    <FormDialog
      title={levelWords[level].add}
      verb={levelWords[level].add}
      {...dialog}
      onClose={onClose}
      onSubmit={send}
    >
      {parent && <p className={classes.quiet}>{texts.addedBelow({ path: <bdi>{parent.path}</bdi> })}</p>}
      <TextInput label={texts.name} data-autofocus dir="auto" maxLength={120} {...field('name')} />
      <TextInput
        label={texts.slug}
        description={slugWords(typed.name, typed.slug)}
        dir="ltr"
        maxLength={80}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        {...field('slug')}
      />
      {levelAbove && !parent && (
        <ParentField
          level={levelAbove}
          value={typed.parent_id}
          error={errors.parent_id}
          onChoose={(parent_id) => change({ parent_id })}
        />
      )}
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

function useAddedToast() {
  const show = useToast()
  return (made: Category) =>
    show({
      message: (
        <>
          {texts.added({
            name: <bdi>{made.name}</bdi>,
            link: (words) => <Link href={categoryRecord(made)}>{words}</Link>,
          })}
        </>
      ),
    })
}

/** What the field of the parent says if no parent is chosen, and if there is none to choose from. */
function parentWords(level: CategoryLevel): { missing: string; none: string } {
  return level === 'main'
    ? { missing: texts.chooseMainCategory, none: texts.noMainCategories }
    : { missing: texts.chooseSubCategory, none: texts.noSubCategories }
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
  return (
    failure || (
      <Chooser
        label={levelWords[level].one}
        description={texts.parentHint}
        choices={choicesOf(tree, (choice) => (choice.level === level ? '' : null))}
        isRead={isRead}
        isFlat
        none={parentWords(level).none}
        value={value}
        error={error}
        onChoose={onChoose}
      />
    )
  )
}

/** Shows the slug, or the slug that the name would give. */
function slugWords(name: string, slug: string): string {
  if (slug.trim() || !name.trim()) return texts.slugHint
  const own = slugOf(name)
  return own ? texts.slugFromName({ own }) : texts.slugWithoutLetters
}
