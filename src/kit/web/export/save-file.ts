/** Downloads a fetched or generated file under this name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The click only starts the download, so the address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
