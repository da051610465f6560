import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCommand } from '#kit/web/client.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { useUrlState } from '#kit/web/url-state.ts'
import { audit, exportFileName } from '../contract.ts'

/** Takes out the rows that the address asks for, for who may. */
export function ExportButton({ filters }: { filters: readonly string[] }) {
  const [state] = useUrlState()
  const can = useCan()
  const show = useToast()
  const take = useCommand(audit.export)
  if (!can(audit.export)) return null
  const asked = Object.fromEntries(filters.map((name) => [name, state.get(name) ?? '']))
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={15} aria-hidden="true" />}
      disabled={take.isPending}
      onClick={() =>
        take.mutate(
          { input: asked },
          {
            onSuccess: (file) => save(file, exportFileName(new Date())),
            onError: (error) =>
              show({
                message:
                  error instanceof ApiRefusal ? error.message : 'The file did not arrive whole. Try again.',
                tone: 'refused',
              }),
          },
        )
      }
    >
      {take.isPending ? 'Loading...' : 'Export CSV'}
    </Button>
  )
}

/** Hands a file that was fetched to the browser to keep. */
function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The click has only begun the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
