import { Button } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { fileLine } from '#kit/contract/file-name.ts'
import { useCan } from '#kit/web/can.tsx'
import { useRefresh } from '#kit/web/client.tsx'
import { useFileDrop } from '#kit/web/pictures/file-drop.ts'
import { accepted, limitsOf } from '#kit/web/pictures/picture-file.ts'
import { usePictureSending } from '#kit/web/pictures/picture-sending.ts'
import { SendingList } from '#kit/web/pictures/sending-list.tsx'
import { useLeaveGuard } from '#kit/web/record/leave-guard.tsx'
import { media, mediaLimits } from '../contract.ts'
import { texts } from '../texts.ts'
import classes from './upload-panel.module.css'

const anySize = { width: 0, height: 0 }
const sent = {
  maxBytes: mediaLimits.maxBytes,
  inputOf: (file: File) => ({ name: fileLine(file.name) }),
}

/**
 * Adds pictures that are dropped or pasted anywhere on the screen, or chosen: the button, and the panel with those that
 * are on their way. Nothing for people who may only see.
 */
export function useUploads(): { button: ReactNode; panel: ReactNode } {
  const mayAdd = useCan()(media.upload)
  const refresh = useRefresh()
  const input = useRef<HTMLInputElement>(null)
  const { sending, take, retry, cancel } = usePictureSending(
    media.upload,
    anySize,
    () => {
      void refresh(media.upload)
      return true
    },
    sent,
  )
  const guard = useLeaveGuard(
    sending.some(({ why }) => why === ''),
    { words: texts.uploadsWouldStop },
  )
  const isOver = useFileDrop(mayAdd, take)
  if (!mayAdd) return { button: null, panel: null }
  return {
    button: (
      <>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          aria-label={texts.choosePictures}
          accept={accepted.join(',')}
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])])
            // Resets the input, so that choosing the same file again fires a change event.
            event.currentTarget.value = ''
          }}
        />
        <Button onClick={() => input.current?.click()}>{texts.choosePictures}</Button>
      </>
    ),
    panel: (
      <section className={classes.panel} data-over={isOver || undefined} aria-label={texts.uploading}>
        <p>{texts.dropHint}</p>
        <p>{limitsOf(mediaLimits.maxBytes)}</p>
        <SendingList sending={sending} onRetry={retry} onCancel={cancel} />
        {guard.dialog}
      </section>
    ),
  }
}
