import { useEffect, useRef, useState } from 'react'

/**
 * Receives files that are dropped or pasted anywhere on the screen, except in a dialog. Returns true while files are
 * dragged over the screen. `asFile` converts pasted content that is not a file.
 */
export function useFileDrop(
  isOn: boolean,
  take: (files: readonly File[]) => void,
  asFile?: (pasted: DataTransfer) => File | null,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef({ take, asFile })
  latest.current = { take, asFile }
  useEffect(() => {
    if (!isOn) return
    const isTaken = (data: DataTransfer | null) =>
      data?.types.includes('Files') && !document.querySelector('[role="dialog"]')
    const hold = (event: DragEvent) => {
      if (!isTaken(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!isTaken(event.dataTransfer)) return
      event.preventDefault()
      latest.current.take([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      const { target, clipboardData: pasted } = event
      // Text pasted into a field may be accompanied by a picture of the text.
      const isField =
        target instanceof HTMLElement &&
        target.matches('input, textarea, [contenteditable], [contenteditable] *')
      const isText = isField && pasted?.types.includes('text/plain')
      if (!pasted || isText || document.querySelector('[role="dialog"]')) return
      const made = latest.current.asFile?.(pasted)
      const files = made ? [made] : [...pasted.files]
      if (files.length > 0) latest.current.take(files)
    }
    document.addEventListener('dragover', hold)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', hold)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [isOn])
  return isOver
}
