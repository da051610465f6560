import { IconDownload } from '@tabler/icons-react'
import { csvName } from '#kit/contract/csv-name.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '../can.tsx'
import { ApiRefusal, type Sent, useCommand } from '../client.tsx'
import { CommandButton } from '../command-button.tsx'
import { useToast } from '../toast.tsx'
import { saveFile } from './save-file.ts'
import { texts } from './texts.ts'
import { useAsked } from './use-asked.ts'

/** Exports the rows that match the address as a file, for users with the permission. */
export function ExportButton<E extends Endpoint & { layout: 'csv' }>({
  endpoint,
  fixed = {},
  name,
  words = texts.exportCsv,
}: {
  endpoint: E
  /** The parameters that the list always sets. */
  fixed?: Record<string, string>
  /** The file name, without the date. */
  name: string
  words?: string
}) {
  const can = useCan()
  const show = useToast()
  // A long list takes its time: the file and the refusal arrive on whichever screen the person is by then.
  const take = useCommand(
    endpoint,
    (file) => saveFile(file as Blob, csvName(name, new Date())),
    (error) =>
      show({
        message: error instanceof ApiRefusal ? error.message : texts.downloadFailed,
        tone: 'refused',
      }),
  )
  const asked = useAsked(endpoint, fixed)
  if (!can(endpoint)) return null
  return (
    <CommandButton
      variant="default"
      size="xs"
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      isPending={take.isPending}
      onClick={() => take.mutate({ input: { ...asked, ...fixed } as Sent<E> })}
    >
      {words}
    </CommandButton>
  )
}
