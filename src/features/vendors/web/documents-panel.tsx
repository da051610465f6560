import { IconEye, IconLock } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { permissionInWords, permissionName } from '#features/access/contract.ts'
import { defaultImages } from '#features/default-images/contract.ts'
import { useCan } from '#kit/web/can.tsx'
import { ApiRefusal, useCall, useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { ImageViewer } from '#kit/web/pictures/image-viewer.tsx'
import { useToast } from '#kit/web/toast.tsx'
import { paperSlots, type VendorFile, type VendorReview, vendors } from '../contract.ts'
import type { SealedName } from '../fields-contract.ts'
import { texts } from '../texts.ts'
import classes from './documents-panel.module.css'

const slotLabels: Record<VendorFile['slot'], string> = {
  cheque_copy: texts.chequeCopy,
  shop_logo: texts.logo,
  shop_banner: texts.banner,
  shop_image: texts.shopImage,
  cnic_front: texts.cnicFront,
  cnic_back: texts.cnicBack,
}

const { access } = vendors.paper
const paperPermission = permissionInWords(permissionName(access.area, access.action))

function isPaper({ slot }: VendorFile): boolean {
  return paperSlots.includes(slot)
}

/**
 * Documents and pictures; each opens in a larger view. Requests carry the session and files are shown from memory. A
 * document with numbers is fetched only on request, because each view is logged.
 */
export function DocumentsPanel({
  vendor,
  numberOf,
}: {
  vendor: VendorReview
  /** Shows a sealed number beside the document, as on the page. */
  numberOf: (field: SealedName, masked: string) => ReactNode
}) {
  const { shop } = vendor
  const files = [
    shop?.cheque_copy,
    ...vendor.identity_files,
    shop?.shop_logo,
    shop?.shop_banner,
    shop?.shop_image,
  ].filter((file): file is VendorFile => file !== null && file !== undefined)
  const saved = useEndpoint(defaultImages.get, {}, { enabled: shop !== null }).data
  const standIns = [
    { label: texts.defaultShopImage, media: shop && !shop.shop_image && saved?.shop_image },
    { label: texts.defaultBanner, media: shop && !shop.shop_banner && saved?.shop_banner },
  ].flatMap(({ label, media }) => (media ? [{ label, media }] : []))
  return (
    <Documents
      title={texts.documents}
      vendorId={vendor.id}
      files={files}
      standIns={standIns}
      factsOf={({ slot }) => typedFor(vendor, slot, numberOf)}
    />
  )
}

/** What the vendor typed of what a document shows, to be compared with it. */
function typedFor(
  { username, seller, shop }: VendorReview,
  slot: VendorFile['slot'],
  numberOf: (field: SealedName, masked: string) => ReactNode,
): Fact[] {
  const number = (field: SealedName, masked: string | undefined) => masked && numberOf(field, masked)
  const facts: Record<VendorFile['slot'], (readonly [string, ReactNode])[]> = {
    cheque_copy: [
      [texts.bank, shop?.bank_name],
      [texts.accountTitle, shop?.account_title],
      [texts.accountNumber, number('account_number', shop?.account_number)],
      [texts.iban, number('ibn_number', shop?.ibn_number)],
    ],
    cnic_front: [
      [texts.nameAsTyped, username],
      [texts.cnic, number('cnic', seller?.cnic)],
    ],
    cnic_back: [
      [texts.cnic, number('cnic', seller?.cnic)],
      [texts.address, seller?.sellers_address],
    ],
    shop_logo: [[texts.shopName, shop?.shop_name]],
    shop_banner: [[texts.shopName, shop?.shop_name]],
    shop_image: [[texts.shopName, shop?.shop_name]],
  }
  return facts[slot].flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

interface Fact {
  label: string
  value: ReactNode
}

const noFacts = (): Fact[] => []

/** The given documents of a vendor; each opens in a larger view. */
export function Documents({
  title,
  vendorId,
  files,
  standIns = [],
  factsOf = noFacts,
}: {
  title: string
  vendorId: string
  files: VendorFile[]
  /** Default images, used if the shop has not submitted its own. */
  standIns?: { label: string; media: string }[]
  /** What was typed of a document, shown beside it in the larger view. */
  factsOf?: (file: VendorFile) => Fact[]
}) {
  const can = useCan()
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState<string | null>(null)
  // What could not be opened is closed again: it must not open by itself when nobody looks for it any more.
  const sources = useSources(vendorId, files, asked, (id) => {
    setAsked((before) => new Set([...before].filter((one) => one !== id)))
    setOpen((before) => (before === id ? null : before))
  })
  const shown = files.flatMap((file, index) => {
    const src = sources[index]?.src
    return src ? [{ id: file.id, src, alt: slotLabels[file.slot], facts: factsOf(file) }] : []
  })
  const start = shown.findIndex(({ id }) => id === open)
  const look = (file: VendorFile, retry: (() => void) | null) => {
    setAsked(new Set(asked).add(file.id))
    setOpen(file.id)
    retry?.()
  }
  return (
    <section className={`box ${classes.group}`}>
      <h2>{title}</h2>
      {files.length === 0 && standIns.length === 0 ? (
        <p className={classes.none}>{texts.noDocuments}</p>
      ) : (
        <ul className={classes.tiles}>
          {files.map((file, index) => {
            const source = sources[index]
            const label = slotLabels[file.slot]
            const isClosed = isPaper(file) && !source?.src && (source?.isUnproven || !source?.hasFailed)
            const isOpening = asked.has(file.id)
            const isAllowed = !isPaper(file) || can(vendors.paper)
            return (
              <li key={file.id}>
                <button
                  type="button"
                  onClick={() => look(file, source?.hasFailed ? source.retry : null)}
                  disabled={!isAllowed || (!source?.src && !isClosed && !source?.hasFailed)}
                  title={isAllowed ? undefined : texts.needsThePermission({ paperPermission })}
                  aria-label={texts.openLabel({ label })}
                >
                  {source?.src ? (
                    <img src={source.src} alt="" />
                  ) : isClosed ? (
                    <span className={classes.closed}>
                      {isAllowed ? (
                        <IconEye size={20} aria-hidden="true" />
                      ) : (
                        <IconLock size={20} aria-hidden="true" />
                      )}
                      {isAllowed ? (isOpening ? texts.opening : texts.open) : texts.notForYourRole}
                    </span>
                  ) : (
                    <span className={classes.none}>{source?.hasFailed ? texts.notShown : ''}</span>
                  )}
                </button>
                <p>{label}</p>
              </li>
            )
          })}
          {standIns.map(({ label, media }) => (
            <li key={label}>
              <img className={classes.standIn} src={`/media/${media}.webp`} alt="" />
              <p>{label}</p>
            </li>
          ))}
        </ul>
      )}
      {start >= 0 && <ImageViewer images={shown} start={start} onClose={() => setOpen(null)} />}
    </section>
  )
}

/**
 * A paper is fetched for a look and for nothing else: not because a tab or the connection is back, and it is not kept for a
 * screen that opens later.
 */
const onlyAsked = { staleTime: 'static', gcTime: 0, retry: 0, networkMode: 'always' } as const

/**
 * Object URLs of the files in their order, for documents only if requested; revoked when the user leaves the screen.
 */
function useSources(
  vendorId: string,
  files: VendorFile[],
  asked: ReadonlySet<string>,
  onFailed: (id: string) => void,
): { src: string; hasFailed: boolean; isUnproven: boolean; retry: () => void }[] {
  const call = useCall()
  const refresh = useRefresh()
  const show = useToast()
  const blobs = useQueries({
    queries: files.map((file) => ({
      queryKey: ['vendor file', file.id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const input = { id: vendorId, file_id: file.id }
        if (!isPaper(file)) return call(vendors.file, input, { signal })
        const paper = await call(vendors.paper, input).catch((error: Error) => {
          onFailed(file.id)
          show({
            message: texts.couldNotBeOpened({ slot: slotLabels[file.slot], message: error.message }),
            tone: 'refused',
          })
          throw error
        })
        void refresh(vendors.paper)
        return paper
      },
      ...(isPaper(file)
        ? { ...onlyAsked, enabled: asked.has(file.id) }
        : { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: 1 }),
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
  return files.map((file, index) => ({
    src: urls[file.id] ?? '',
    hasFailed: blobs[index]?.isError ?? false,
    // The person did not confirm their identity, so the document stays closed and can be requested again.
    isUnproven: isStepUp(blobs[index]?.error) && !blobs[index]?.isFetching,
    retry: () => void blobs[index]?.refetch(),
  }))
}

function isStepUp(error: unknown): boolean {
  return error instanceof ApiRefusal && error.problem.type === 'urn:munshi:step-up-needed'
}
