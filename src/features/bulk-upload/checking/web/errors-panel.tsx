import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type Import, imports } from '#features/bulk-upload/contract.ts'
import { useCommand } from '#kit/web/client.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { wordsOf } from '#kit/web/failure.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import classes from './errors-panel.module.css'

const formats = ['csv', 'xlsx'] as const

/** Downloads of the rows that were not imported, with all their columns and an error column, in both formats. */
export function ErrorFiles({ record: { id, file_name } }: { record: Import }) {
  const show = useToast()
  const get = useCommand(imports.errors)
  const take = (format: 'csv' | 'xlsx') =>
    get.mutate(
      { input: { id, format } },
      {
        onSuccess: (file) => saveFile(file, `${file_name.replace(/\.[^.]+$/, '')}-errors.${format}`),
        onError: (error) =>
          show({ message: texts.errorFileNotLoaded({ error: wordsOf(error) }), tone: 'refused' }),
      },
    )
  return (
    <div className={classes.files}>
      {formats.map((format) => (
        <Button
          key={format}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden="true" />}
          disabled={get.isPending}
          onClick={() => take(format)}
        >
          {texts.errorsAs({ format: format.toUpperCase() })}
        </Button>
      ))}
    </div>
  )
}
