import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { categoryOptions } from '#features/categories/options-contract.ts'
import { useEndpoint } from '#kit/web/client.tsx'
import { Choice } from '#kit/web/fields/choice.tsx'
import type { ForbiddenWord } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './forbidden-words-panel.module.css'

/** The forbidden words, one per line: those of all categories, and those of single ones. */
export function ForbiddenWords({
  words,
  mayChange,
  onChange,
}: {
  words: readonly ForbiddenWord[]
  mayChange: boolean
  onChange: (words: ForbiddenWord[]) => void
}) {
  const { data: tree = [] } = useEndpoint(categoryOptions.list, {})
  const [opened, setOpened] = useState<readonly string[]>(() => [
    ...new Set(words.flatMap(({ category_id }) => category_id ?? [])),
  ])
  const pathOf = (id: string) => tree.find((option) => option.id === id)?.path ?? '…'
  const put = (category_id: string | null, lines: readonly string[]) =>
    onChange([
      ...words.filter((one) => one.category_id !== category_id),
      ...lines.map((word) => ({ word, category_id })),
    ])
  return (
    <div className={classes.panel}>
      <h2>{texts.forbiddenWords}</h2>
      <p className={classes.quiet}>{texts.forbiddenHint}</p>
      {[null, ...opened].map((id) => (
        <Lines
          key={id ?? ''}
          label={id === null ? texts.allCategories : texts.inCategory({ category: pathOf(id) })}
          words={words.filter(({ category_id }) => category_id === id).map(({ word }) => word)}
          mayChange={mayChange}
          onType={(lines) => put(id, lines)}
        />
      ))}
      {mayChange && (
        <Choice
          label={texts.addCategory}
          value=""
          onChoose={(id) => setOpened([...opened, id])}
          options={[
            { value: '', label: texts.addCategory },
            ...tree
              .filter(({ id }) => !opened.includes(id))
              .map(({ id, path }) => ({ value: id, label: path })),
          ]}
        />
      )}
    </div>
  )
}

function Lines({
  label,
  words,
  mayChange,
  onType,
}: {
  label: string
  words: readonly string[]
  mayChange: boolean
  onType: (lines: string[]) => void
}) {
  const [typed, setTyped] = useState(() => words.join('\n'))
  return (
    <Textarea
      label={label}
      dir="auto"
      rows={5}
      value={typed}
      readOnly={!mayChange}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onType([...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== ''))
      }}
    />
  )
}
