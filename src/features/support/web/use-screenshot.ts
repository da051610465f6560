import { useEffect, useState } from 'react'
import { ApiRefusal, useCall } from '#kit/web/client.tsx'
import { support } from '../contract.ts'
import { texts } from '../texts.ts'

export interface Screenshot {
  /** The address of the picture in this page; empty without one. */
  src: string
  picture: Blob | null
  isTaking: boolean
  failure: string
  take: () => void
  remove: () => void
  /** Uploads the picture. Answers its id, or null without one; rejects with a refusal. */
  send: () => Promise<string | null>
}

/** A masked picture of the screen behind the dialog, which leaves the page only when the report is sent. */
export function useScreenshot(): Screenshot {
  const call = useCall()
  const [picture, setPicture] = useState<Blob | null>(null)
  const [src, setSrc] = useState('')
  const [isTaking, setTaking] = useState(false)
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const url = URL.createObjectURL(picture)
    setSrc(url)
    return () => {
      URL.revokeObjectURL(url)
      setSrc('')
    }
  }, [picture])
  const take = async () => {
    setTaking(true)
    setFailure('')
    try {
      const { takeScreenshot } = await import('#kit/web/pictures/screenshot.ts')
      setPicture(await takeScreenshot())
      setSent(null)
    } catch {
      setFailure(texts.screenshotFailed)
    }
    setTaking(false)
  }
  return {
    src,
    picture,
    isTaking,
    failure,
    take: () => void take(),
    remove: () => {
      setPicture(null)
      setSent(null)
    },
    send: async () => {
      if (!picture || sent) return sent
      try {
        const { id } = await call(support.upload, { file: picture, name: 'screenshot.png' })
        setSent(id)
        return id
      } catch (error) {
        setFailure(error instanceof ApiRefusal ? error.message : texts.screenshotFailed)
        throw error
      }
    },
  }
}
