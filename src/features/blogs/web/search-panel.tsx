import { Textarea, TextInput } from '@mantine/core'
import { SideCard } from '#kit/web/record/record-layout.tsx'
import { searchLengths } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import classes from './fields-panel.module.css'
import { cutAt, fieldLabels, searchResultOf, type Typed } from './post-model.ts'

/** The words for search engines, and how one may show the post. */
export function SearchPanel({
  typed,
  wrong,
  address,
  onChange,
}: {
  typed: Typed
  wrong: Readonly<Record<string, string>>
  address: string
  onChange: (what: Partial<Typed>) => void
}) {
  const result = searchResultOf(typed, address)
  return (
    <SideCard title={texts.searchResult}>
      <div className={classes.fields}>
        <figure className={classes.result} aria-label={texts.preview}>
          <span className={classes.address} dir="ltr">
            {result.address}
          </span>
          <strong className={classes.title} dir="auto">
            {cutAt(result.title, searchLengths.title)}
          </strong>
          <span className={classes.description} dir="auto" data-empty={result.description ? undefined : ''}>
            {result.description
              ? cutAt(result.description, searchLengths.description)
              : texts.nothingWrittenYet}
          </span>
        </figure>
        <TextInput
          label={fieldLabels.search_title}
          description={texts.searchTitleHint({ most: searchLengths.title })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          dir="auto"
          maxLength={120}
          placeholder={typed.title}
          value={typed.search_title}
          error={wrong.search_title}
          onChange={(event) => onChange({ search_title: event.currentTarget.value })}
        />
        <Textarea
          label={fieldLabels.search_description}
          description={texts.searchDescriptionHint({ most: searchLengths.description })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize={false}
          rows={3}
          dir="auto"
          maxLength={320}
          value={typed.search_description}
          error={wrong.search_description}
          onChange={(event) => onChange({ search_description: event.currentTarget.value })}
        />
      </div>
    </SideCard>
  )
}
