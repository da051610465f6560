import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '#kit/web/client.tsx'
import { ImageViewer } from '#kit/web/pictures/image-viewer.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { type FileSlot, paperSlots, vendors } from '../contract.ts'
import { filePaths, handedInLabels } from '../fields-contract.ts'
import { texts } from '../texts.ts'

/** A document of an earlier or later submission, opened when asked: each look at one with numbers is logged. */
export function ComparedFile({
  vendorId: id,
  path,
  fileId,
}: {
  vendorId: string
  path: string
  fileId: string
}) {
  const call = useCall()
  const show = useToast()
  const [source, setSource] = useState('')
  const label = handedInLabels[path] ?? path
  const isPaper = paperSlots.some((slot: FileSlot) => filePaths[slot] === path)
  const open = async () => {
    try {
      const blob = await call(isPaper ? vendors.paper : vendors.file, { id, file_id: fileId })
      setSource(URL.createObjectURL(blob))
    } catch (error) {
      show({
        message: texts.couldNotBeOpened({ slot: label, message: (error as Error).message }),
        tone: 'refused',
      })
    }
  }
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.openLabel({ label })}
        onClick={() => void open()}
      >
        {texts.open}
      </Button>
      {source && (
        <ImageViewer
          images={[{ src: source, alt: label }]}
          start={0}
          onClose={() => {
            URL.revokeObjectURL(source)
            setSource('')
          }}
        />
      )}
    </>
  )
}
