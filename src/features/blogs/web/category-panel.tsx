import { NativeSelect } from '@mantine/core'
import { useEndpoint } from '#kit/web/client.tsx'
import { ReadFailure } from '#kit/web/read-failure.tsx'
import { blogCategories, mostBlogCategories } from '../categories/contract.ts'
import { texts } from '../texts.ts'

/** The categories that a post can be filed under, in their order, as a choice and by id; none until they are read. */
export function useBlogCategories() {
  const read = useEndpoint(blogCategories.list, { sort: 'position', limit: mostBlogCategories })
  const rows = read.data?.rows ?? []
  return {
    read,
    options: rows.map(({ id, name }) => ({ value: id, label: name })),
    names: new Map(rows.map(({ id, name }) => [id, name])),
  }
}

/**
 * Where a post is filed. A category that is not among those that were read, or before they are, keeps its place by the name
 * that the post came with, so that a failed read never looks like "No category".
 */
export function CategoryField({
  of: { read, options },
  stored,
  ...field
}: {
  of: Pick<ReturnType<typeof useBlogCategories>, 'read' | 'options'>
  stored?: { id: string; name: string } | null
  label: string
  value: string
  error: string | undefined
  onChange: (id: string) => void
}) {
  const isListed = field.value === '' || options.some(({ value }) => value === field.value)
  const name = stored?.id === field.value ? stored.name : texts.unknownCategory
  return (
    <div>
      <NativeSelect
        {...field}
        data={[
          { value: '', label: texts.noCategory },
          ...options,
          ...(isListed ? [] : [{ value: field.value, label: name }]),
        ]}
        onChange={(event) => field.onChange(event.currentTarget.value)}
      />
      <ReadFailure of={read} what={texts.categoriesNotLoaded} />
    </div>
  )
}
