import { texts } from './texts.ts'
import '@mantine/core/styles/ActionIcon.css'
import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useToast } from './toast.tsx'
import { None, Phone } from './values.tsx'

/** Copies a value exactly as stored, and confirms the copy. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const show = useToast()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The clipboard is only available to pages served over https.
      show({ message: texts.cannotCopy, tone: 'refused' })
    }
  }
  const Icon = isCopied ? IconCheck : IconCopy
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={texts.copyWhat({ what })}
        title={texts.copyWhat({ what })}
        onClick={() => void copy()}
      >
        <Icon size={15} aria-hidden="true" />
      </ActionIcon>
      <span className="visually-hidden" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </>
  )
}

/** A phone number as a link that calls it, with a button that copies it as a telephone takes it. */
export function PhoneToCopy({ number }: { number: string }) {
  if (!number) return <None />
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      <Phone number={number} />
      <CopyButton what={texts.thePhoneNumber} text={number.replaceAll(/\s/g, '')} />
    </span>
  )
}
