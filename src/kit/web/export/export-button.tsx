import { IconDownload } from '@tabler/icons-react'
import { csvName } from '#kit/contract/csv-name.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { useCan } from '../can.tsx'
import { ApiRefusal, type Sent, useCommand } from '../client.tsx'
import { CommandButton } from '../command-button.tsx'
import { useUrlState } from '../list/url-state.ts'
import { useToast } from '../toast.tsx'
import { saveFile } from './save-file.ts'
import { texts } from './texts.ts'

/** Exports the rows that match the address as a file, for users with the permission. */
export function ExportButton<E extends Endpoint & { layout: 'csv' }>({
  endpoint,
  parameters,
  fixed = {},
  name,
  words = texts.exportCsv,
}: {
  endpoint: E
  /** The address parameters that filter and sort the file. */
  parameters: readonly string[]
  /** The parameters that the list always sets. */
  fixed?: Record<string, string>
  /** The file name, without the date. */
  name: string
  words?: string
}) {
  const [state] = useUrlState()
  const can = useCan()
  const show = useToast()
  const take = useCommand(endpoint)
  if (!can(endpoint)) return null
  const asked = Object.fromEntries(
    parameters.flatMap((name) => (state.get(name) ? [[name, state.get(name)]] : [])),
  )
  return (
    <CommandButton
      variant="default"
      size="xs"
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      isPending={take.isPending}
      onClick={() =>
        take.mutate(
          { input: { ...asked, ...fixed } as Sent<E> },
          {
            onSuccess: (file) => saveFile(file as Blob, csvName(name, new Date())),
            onError: (error) =>
              show({
                message: error instanceof ApiRefusal ? error.message : texts.downloadFailed,
                tone: 'refused',
              }),
          },
        )
      }
    >
      {words}
    </CommandButton>
  )
}
