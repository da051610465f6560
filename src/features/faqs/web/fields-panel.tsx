import '@mantine/core/styles/InlineInput.css'
import { Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useEndpoint } from '#kit/web/client.tsx'
import { faqLengths, faqs } from '../contract.ts'
import { texts } from '../texts.ts'

/** The texts of a question as they are typed. */
export interface TypedFaq {
  title: string
  details: string
  group: string
}

/** The fields of a question: title, details, and a group that may be one of the known ones. */
export function FaqFields({
  typed,
  errors,
  onChange,
  onLeave,
  isFocused = false,
}: {
  typed: TypedFaq
  errors: Partial<Record<keyof TypedFaq, string | undefined>>
  onChange: (change: Partial<TypedFaq>) => void
  onLeave?: (field: keyof TypedFaq) => void
  /** True if the title receives the focus of a dialog. */
  isFocused?: boolean
}) {
  const list = useId()
  const groups = useEndpoint(faqs.groups, {}).data ?? []
  return (
    <>
      <TextInput
        label={texts.title}
        data-autofocus={isFocused || undefined}
        dir="auto"
        maxLength={faqLengths.title}
        value={typed.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        onBlur={() => onLeave?.('title')}
      />
      <Textarea
        label={texts.details}
        description={texts.detailsHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="auto"
        rows={6}
        maxLength={faqLengths.details}
        value={typed.details}
        error={errors.details}
        onChange={(event) => onChange({ details: event.currentTarget.value })}
        onBlur={() => onLeave?.('details')}
      />
      <TextInput
        label={texts.group}
        description={texts.groupHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="auto"
        list={list}
        autoComplete="off"
        maxLength={faqLengths.group}
        value={typed.group}
        error={errors.group}
        onChange={(event) => onChange({ group: event.currentTarget.value })}
        onBlur={() => onLeave?.('group')}
      />
      <datalist id={list}>
        {groups
          .filter(({ name }) => name)
          .map(({ name }) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </>
  )
}
