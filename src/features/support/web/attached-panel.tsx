import { Button } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '#kit/web/client.tsx'
import { saveFile } from '#kit/web/export/save-file.ts'
import { lazyOf } from '#kit/web/lazy.ts'
import type { SupportFile, support, supportDesk } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './support-panel.module.css'

/** Loaded when a picture is opened. */
const ImageViewer = lazyOf(() => import('#kit/web/pictures/image-viewer.tsx'), 'ImageViewer')

/** The call that reads the files: as the author, or at the support desk. */
export type ReadFile = typeof support.file | typeof supportDesk.file

/** The files of a request or of an entry: pictures are shown, others are downloaded. */
export function AttachedFiles({
  requestId,
  files,
  read,
}: {
  requestId: string
  files: readonly SupportFile[]
  read: ReadFile
}) {
  if (files.length === 0) return null
  return (
    <ul className={classes.attached} aria-label={texts.files}>
      {files.map((file) => (
        <li key={file.id}>
          {file.media_type.startsWith('image/') ? (
            <Picture requestId={requestId} file={file} read={read} />
          ) : (
            <Download requestId={requestId} file={file} read={read} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface Attached {
  requestId: string
  file: SupportFile
  read: ReadFile
}

function Picture({ requestId, file, read }: Attached) {
  const call = useCall()
  const [isOpen, setOpen] = useState(false)
  const [src, setSrc] = useState('')
  const found = useQuery({
    queryKey: ['support file', file.id],
    queryFn: ({ signal }) => call(read, { id: requestId, file_id: file.id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const { data } = found
  useEffect(() => {
    if (!data) return
    const url = URL.createObjectURL(data)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [data])
  const alt = file.is_screenshot ? texts.screenshot : file.name
  if (found.isError) {
    return (
      <p className={classes.failure}>
        {texts.fileNotLoaded}{' '}
        <Button size="compact-xs" variant="default" onClick={() => void found.refetch()}>
          {texts.tryAgain}
        </Button>
      </p>
    )
  }
  return (
    <>
      <button type="button" className={classes.picture} disabled={!src} onClick={() => setOpen(true)}>
        <img src={src || undefined} alt={alt} />
      </button>
      {isOpen && <ImageViewer images={[{ src, alt }]} start={0} onClose={() => setOpen(false)} />}
    </>
  )
}

function Download({ requestId, file, read }: Attached) {
  const call = useCall()
  const [hasFailed, setFailed] = useState(false)
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      saveFile(await call(read, { id: requestId, file_id: file.id }), file.name)
      setFailed(false)
    } catch {
      setFailed(true)
    }
    setPending(false)
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        maw="100%"
        leftSection={<IconFile size={15} aria-hidden="true" />}
        disabled={isPending}
        onClick={() => void download()}
      >
        {texts.fileWithSize({ name: file.name, kilobytes: Math.max(1, Math.round(file.bytes / 1024)) })}
      </Button>
      <p className={classes.failure} role="alert">
        {hasFailed && texts.fileNotLoaded}
      </p>
    </>
  )
}
