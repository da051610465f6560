import { useState } from 'react'
import { fileLine } from '#kit/contract/file-name.ts'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { requestLimits, support } from '../contract.ts'
import { texts } from '../texts.ts'

const megabytes = requestLimits.fileBytes / 1024 / 1024

/** A chosen file: its id once it is uploaded. */
export interface ChosenFile {
  key: number
  name: string
  id: string | null
}

export interface Files {
  chosen: readonly ChosenFile[]
  /** Why the last file was not taken. */
  failure: string
  isUploading: boolean
  /** The ids of the uploaded files. */
  ids: string[]
  add: (files: readonly File[]) => void
  remove: (key: number) => void
  /** Forgets the files that were sent. */
  clear: (ids: readonly string[]) => void
}

let lastKey = 0

/** Files that are uploaded when they are chosen, and sent by their ids. */
export function useFiles(): Files {
  const call = useCall()
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([])
  const [failure, setFailure] = useState('')
  const remove = (key: number) => setChosen((before) => before.filter((file) => file.key !== key))
  const send = async (file: File) => {
    lastKey += 1
    const key = lastKey
    setChosen((before) => [...before, { key, name: file.name, id: null }])
    try {
      const { id } = await call(support.upload, { file, name: fileLine(file.name) })
      setChosen((before) => before.map((one) => (one.key === key ? { ...one, id } : one)))
    } catch (error) {
      remove(key)
      const why = error instanceof ApiRefusal ? error.message : texts.notUploaded
      setFailure(texts.fileFailed({ name: file.name, failure: why }))
    }
  }
  const add = (files: readonly File[]) => {
    setFailure('')
    const large = files.find(({ size }) => size > requestLimits.fileBytes)
    if (large) setFailure(texts.fileTooLarge({ name: large.name, megabytes }))
    else if (chosen.length + files.length > requestLimits.files) {
      setFailure(texts.tooManyFiles({ most: requestLimits.files }))
    } else for (const file of files) void send(file)
  }
  return {
    chosen,
    failure,
    isUploading: chosen.some(({ id }) => id === null),
    ids: chosen.flatMap(({ id }) => (id === null ? [] : [id])),
    add,
    remove: (key) => {
      const gone = chosen.find((file) => file.key === key)
      remove(key)
      // A file that stays is deleted after a day.
      if (gone?.id) void call(support.discard, { id: gone.id }, { asks: false }).catch(() => {})
    },
    clear: (ids) => setChosen((before) => before.filter(({ id }) => id === null || !ids.includes(id))),
  }
}
