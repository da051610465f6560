import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type ImportDetail, importLimits, imports, limitWords } from '#features/bulk-upload/contract.ts'
import { importRecord } from '#features/bulk-upload/web/links.ts'
import progress from '#features/bulk-upload/web/progress-bar.module.css'
import { numberOf } from '#kit/contract/words.ts'
import { ApiRefusal, keyOf, useCall, useRefresh } from '#kit/web/client.tsx'
import { Failure, wordsOf } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import { useFileDrop } from '#kit/web/pictures/file-drop.ts'
import { useToast } from '#kit/web/toast.tsx'
import { texts } from '../texts.ts'
import classes from './drop-panel.module.css'

const accepted = '.csv,.txt,.tsv,.xlsx,.zip'

interface Sending {
  file: File
  /** The uploaded share of the file, from 0 to 1. */
  share: number
  stop: () => void
}

interface Target {
  /** The vendor of every row, for files in which no column names the vendor. */
  vendorId?: string | undefined
  /** The import whose rows the file corrects. */
  follows?: string
}

/**
 * Accepts a file that is dropped or pasted anywhere on the screen, or chosen, and uploads the file at once. The upload
 * itself imports nothing. It continues after the person leaves the screen, and opens the import when it is complete.
 */
export function DropPanel({
  vendorId,
  follows,
  words,
  isAside = false,
  onSending,
}: Target & {
  words: ReactNode
  /** The upload is not the main purpose of the screen. */
  isAside?: boolean
  /** Called when an upload starts and when it ends. */
  onSending?: (isSending: boolean) => void
}) {
  const { sending, failed, refused, take, dismiss } = useSending({ vendorId, follows } as Target)
  const input = useRef<HTMLInputElement>(null)
  const isSending = sending !== null
  useEffect(() => onSending?.(isSending), [isSending, onSending])
  const isOver = useFileDrop(!isSending, ([file]) => take(file), cellsIn)
  return (
    <div className={classes.drop} data-over={isOver || undefined} data-aside={isAside || undefined}>
      {failed ? (
        <div className={classes.failed}>
          <Failure
            error={failed.error}
            answered={texts.serverError}
            what={texts.notUploaded({ name: failed.file.name })}
            onRetry={() => take(failed.file)}
          />
          <Button variant="subtle" color="gray" size="xs" onClick={dismiss}>
            {texts.chooseAnotherFile}
          </Button>
        </div>
      ) : sending ? (
        <SendingPanel sending={sending} />
      ) : (
        <>
          <IconUpload size={20} aria-hidden="true" className={classes.icon} />
          <p className={classes.words}>{isOver ? texts.dropToUpload : words}</p>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={texts.fileWithProducts}
            accept={accepted}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              // Resets the input, so that the same file can be chosen again after a correction.
              event.currentTarget.value = ''
            }}
          />
          <Button
            variant={isAside ? 'default' : 'filled'}
            aria-describedby="import-limits"
            onClick={() => input.current?.click()}
          >
            {texts.chooseAFile}
          </Button>
          <p id="import-limits" className={classes.limits}>
            {texts.nothingIsImportedBeforeYou({ limitWords })}
          </p>
          <p className={classes.refused} role="alert">
            {refused}
          </p>
        </>
      )}
    </div>
  )
}

function SendingPanel({ sending: { file, share, stop } }: { sending: Sending }) {
  const percent = Math.floor(share * 100)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <div className={classes.sending}>
      <p className={classes.words}>
        <bdi>{file.name}</bdi>, {sizeOf(file.size)}
      </p>
      <progress
        className={progress.bar}
        max={100}
        value={percent}
        aria-label={texts.uploading({ name: file.name })}
      />
      <p className={classes.limits}>{percent < 100 ? texts.uploadedPercent({ percent }) : texts.saving}</p>
      <Button ref={button} variant="default" size="xs" onClick={stop}>
        {texts.cancel}
      </Button>
    </div>
  )
}

/** Uploads one file at a time, with its progress, a way to stop, and the error if the upload failed. */
function useSending({ vendorId, follows }: Target) {
  const call = useCall()
  const refresh = useRefresh()
  const queries = useQueryClient()
  const show = useToast()
  const [sending, setSending] = useState<Sending | null>(null)
  const [failed, setFailed] = useState<{ file: File; error: Error } | null>(null)
  const [refused, setRefused] = useState('')
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useWarning(sending !== null)
  const arrived = (record: ImportDetail) => {
    queries.setQueryData(keyOf(imports.get, { id: record.id }), record)
    void refresh(imports.list)
    if (isHere.current) return navigate(importRecord(record))
    show({
      message: (
        <>
          {texts.uploaded({
            fileName: record.file_name,
            link: (words) => <Link href={importRecord(record)}>{words}</Link>,
          })}
        </>
      ),
    })
  }
  const send = async (file: File) => {
    const stop = new AbortController()
    setFailed(null)
    setSending({ file, share: 0, stop: () => stop.abort() })
    try {
      const record = await call(
        imports.upload,
        { file, ...(vendorId ? { vendor_id: vendorId } : {}), ...(follows ? { follows } : {}) },
        {
          signal: stop.signal,
          onProgress: (share) => setSending((before) => before && { ...before, share }),
        },
      )
      arrived(record)
    } catch (error) {
      if (stop.signal.aborted) setRefused('')
      else if (!isHere.current)
        show({
          message: texts.notUploadedBecause({ name: file.name, error: wordsOf(error) }),
          tone: 'refused',
        })
      else if (isAboutFile(error)) setRefused(`${file.name}: ${wordsOf(error)}.`)
      else setFailed({ file, error: error as Error })
    }
    setSending(null)
  }
  const take = (file: File | undefined) => {
    if (!file || sending) return
    const why = whyNot(file)
    setRefused(why)
    setFailed(null)
    if (!why) void send(file)
  }
  return { sending, failed, refused, take, dismiss: () => setFailed(null) }
}

/** True if the server refused the file itself, so that a retry would fail again. */
function isAboutFile(error: unknown): boolean {
  return error instanceof ApiRefusal && [400, 413, 415, 422].includes(error.status)
}

/** In words, why a file is not uploaded at all. The server checks the content. */
function whyNot({ name, size }: File): string {
  const ending = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''
  if (ending === '.xls') return texts.oldExcel({ name })
  if (!accepted.split(',').includes(ending)) return texts.unknownKind({ name })
  if (size === 0) return texts.isEmpty({ name })
  const most = ending === '.zip' ? importLimits.zipBytes : importLimits.sheetBytes
  if (size <= most) return ''
  return texts.tooLarge({ name, size: sizeOf(size), most: sizeOf(most) })
}

/** A file size in readable units. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return texts.bytesBytes({ bytes })
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return texts.kilobytesKb({ kilobytes: Math.ceil(kilobytes) })
  return texts.kilobytesMb({ kilobytes: numberOf(kilobytes / 1024, 1) })
}

/** Warns before the tab is closed, because an incomplete upload is lost. */
function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}

/**
 * Turns copied spreadsheet cells into a file. Spreadsheets also put a picture of the cells on the clipboard, which is
 * ignored.
 */
function cellsIn(pasted: DataTransfer): File | null {
  const text = pasted.getData('text/plain')
  const isTable = text.includes('\t') && text.trim().includes('\n')
  return isTable ? new File([text], 'Pasted cells.tsv', { type: 'text/tab-separated-values' }) : null
}
