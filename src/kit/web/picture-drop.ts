import { useEffect, useRef, useState } from 'react'

/** Hears of files that are dropped or pasted anywhere on the screen, but for a dialog; true while some are held over it. */
export function usePictureDrop(isOn: boolean, take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
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
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    const paste = (event: ClipboardEvent) => {
      // Text that is pasted into a field may bring a picture of itself along.
      const isField =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, [contenteditable] *')
      const isText = isField && event.clipboardData?.types.includes('text/plain')
      if (isTaken(event.clipboardData) && !isText) latest.current([...(event.clipboardData?.files ?? [])])
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
