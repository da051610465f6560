import { useEffect, useRef, useState } from 'react'

/**
 * Hears of files that are dropped or pasted anywhere on the screen, but for a dialog; true while some are held over it.
 * `asFile` makes one of what is pasted and is none.
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
      // Text that is pasted into a field may bring a picture of itself along.
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
