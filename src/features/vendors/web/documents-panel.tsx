import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCall } from '#kit/web/client.tsx'
import { type VendorFile, type VendorReview, vendors } from '../contract.ts'
import classes from './documents-panel.module.css'

const ImageViewer = lazy(async () => ({ default: (await import('#kit/web/image-viewer.tsx')).ImageViewer }))

const slotLabels: Record<VendorFile['slot'], string> = {
  cheque_copy: 'Cheque copy',
  shop_logo: 'Logo',
  shop_banner: 'Banner',
  shop_image: 'Shop image',
  cnic_front: 'CNIC, front',
  cnic_back: 'CNIC, back',
}

/** Documents and pictures; each opens large. They travel with the session and are shown from memory. */
export function DocumentsPanel({ vendor }: { vendor: VendorReview }) {
  const { shop } = vendor
  const files = [
    shop?.cheque_copy,
    ...vendor.identity_files,
    shop?.shop_logo,
    shop?.shop_banner,
    shop?.shop_image,
  ].filter((file): file is VendorFile => file !== null && file !== undefined)
  return <Documents title="Documents" vendorId={vendor.id} files={files} />
}

/** These papers of a vendor; each opens large. */
export function Documents({
  title,
  vendorId,
  files,
}: {
  title: string
  vendorId: string
  files: VendorFile[]
}) {
  const sources = useSources(vendorId, files)
  const [open, setOpen] = useState<number | null>(null)
  return (
    <section className={classes.group}>
      <h2>{title}</h2>
      {files.length === 0 ? (
        <p className={classes.none}>Nothing was handed in.</p>
      ) : (
        <ul className={classes.tiles}>
          {files.map((file, index) => {
            const source = sources[index]
            const label = slotLabels[file.slot]
            return (
              <li key={file.id}>
                <button
                  type="button"
                  onClick={() => setOpen(index)}
                  disabled={!source?.src}
                  aria-label={`Open ${label}`}
                >
                  {source?.src ? (
                    <img src={source.src} alt="" />
                  ) : (
                    <span className={classes.none}>{source?.hasFailed ? 'Cannot be shown' : ''}</span>
                  )}
                </button>
                <p>{label}</p>
              </li>
            )
          })}
        </ul>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <ImageViewer
            images={files.map((file, index) => ({
              src: sources[index]?.src ?? '',
              alt: slotLabels[file.slot],
            }))}
            start={open}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Object URLs of the files, in their order; given back when the screen is left. */
function useSources(vendorId: string, files: VendorFile[]): { src: string; hasFailed: boolean }[] {
  const call = useCall()
  const blobs = useQueries({
    queries: files.map((file) => ({
      queryKey: ['vendor file', file.id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(vendors.file, { id: vendorId, file_id: file.id }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: 1,
    })),
  })
  const [urls, setUrls] = useState<Record<string, string>>({})
  const ready = files.flatMap((file, index) =>
    blobs[index]?.data ? [{ id: file.id, blob: blobs[index].data }] : [],
  )
  const key = ready.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: which files are ready is what the URLs depend on
  useEffect(() => {
    const made = Object.fromEntries(ready.map(({ id, blob }) => [id, URL.createObjectURL(blob)]))
    setUrls(made)
    return () => {
      for (const url of Object.values(made)) URL.revokeObjectURL(url)
    }
  }, [key])
  return files.map((file, index) => ({ src: urls[file.id] ?? '', hasFailed: blobs[index]?.isError ?? false }))
}
