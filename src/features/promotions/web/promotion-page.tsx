import { useEffect, useState } from 'react'
import { TimelinePanel } from '#features/audit/web/timeline-panel.tsx'
import { momentOf } from '#kit/contract/words.ts'
import { useEndpoint, useRefresh } from '#kit/web/client.tsx'
import { Thumbnail } from '#kit/web/named-link.tsx'
import { SquarePicture } from '#kit/web/pictures/square-picture.tsx'
import { RecordOf } from '#kit/web/record/record.tsx'
import { RecordLayout, RecordSkeleton } from '#kit/web/record/record-layout.tsx'
import { type PromotionDetail, promotionImagePixels, promotions } from '../contract.ts'
import { menuTexts } from '../menu-texts.ts'
import { Period, PromotionMark, percentWords } from '../price/web/name-panel.tsx'
import { PreviewPanel } from '../price/web/preview-panel.tsx'
import { SoldPanel } from '../price/web/sold-panel.tsx'
import { SellersPanel } from '../sellers/web/sellers-panel.tsx'
import { texts } from '../texts.ts'
import { PromotionActions } from './actions-panel.tsx'
import { ClashesPanel } from './clashes-panel.tsx'
import { promotionList } from './links.ts'
import { fieldLabels } from './promotion-model.ts'
import { usePromotionFields } from './use-promotion-fields.tsx'

/** Labels of the fields in the history. */
const historyLabels = {
  ...fieldLabels,
  categories: texts.categories,
  products: texts.products,
  picture: texts.picture,
  seller: texts.seller,
  cost_share_bp: texts.carries,
  category: texts.category,
  asked_again: texts.sellersAskedAgain,
  copied_from: texts.copyOf,
  note: texts.note,
}
const percent = (basisPoints: string) => percentWords(Number(basisPoints))
const historyFormats = {
  discount_bp: percent,
  cost_share_bp: percent,
  starts_at: momentOf,
  ends_at: momentOf,
  // The stored value is a media id, which means nothing to a reader.
  picture: () => texts.uploadedPicture,
}

const back = { href: promotionList(), label: menuTexts.promotions }

/** One campaign: its terms, its vendors, its effect on prices, and its sales. */
export function PromotionPage() {
  return (
    <RecordOf of={promotions.get} none={{ title: texts.noCampaignFound, back }}>
      {(promotion) => <Surrounded promotion={promotion} />}
    </RecordOf>
  )
}

/** Waits until the panels around a campaign have loaded, so that no panel grows later and moves the others. */
function Surrounded({ promotion }: { promotion: PromotionDetail }) {
  const { id, status, starts_at, ends_at } = promotion
  const isOver = status === 'ended'
  const reads = [
    useEndpoint(promotions.sold, { id }, { enabled: isOver || status === 'running' }),
    useEndpoint(promotions.preview, { id }, { enabled: !isOver }),
    useEndpoint(promotions.clashes, { id, starts_at, ends_at }, { enabled: !isOver }),
  ]
  // Keeps a shown screen in place: panels that a start or an end adds load beside the existing ones.
  const [isShown, setShown] = useState(false)
  const isRead = reads.every(({ isLoading }) => !isLoading)
  if (isRead && !isShown) setShown(true)
  return isRead || isShown ? <Detail promotion={promotion} /> : <RecordSkeleton />
}

function Detail({ promotion }: { promotion: PromotionDetail }) {
  const { id, name, status, image, history } = promotion
  const { panel, bar, question, wanted } = usePromotionFields(promotion)
  useNextTurn(promotion)
  const hasBegun = status === 'running' || status === 'ended'
  return (
    <>
      <RecordLayout
        back={back}
        title={name}
        before={image && <Thumbnail media={image} size="medium" />}
        status={
          <>
            <PromotionMark status={status} />
            <Period promotion={promotion} />
            <PromotionActions promotion={promotion} isUnsaved={bar !== undefined} />
          </>
        }
        sideLabel={texts.sellersClashesPictureAndHistory}
        main={
          <>
            {hasBegun && <SoldPanel promotion={promotion} />}
            {panel}
            {status !== 'ended' && <PreviewPanel promotion={promotion} wanted={wanted} />}
          </>
        }
        side={
          <>
            <SellersPanel promotion={promotion} />
            {status !== 'ended' && (
              <ClashesPanel promotion={promotion} starts_at={wanted.starts_at} ends_at={wanted.ends_at} />
            )}
            <SquarePicture
              id={id}
              name={name}
              image={image}
              pixels={promotionImagePixels}
              set={promotions.setImage}
              remove={promotions.removeImage}
            />
            <TimelinePanel subjectId={id} entries={history} labels={historyLabels} formats={historyFormats} />
          </>
        }
        bar={bar}
      />
      {question}
    </>
  )
}

/** The longest delay of a browser timer, in milliseconds. */
const longestMs = 2 ** 31 - 1

/**
 * Refetches the campaign when its start or end time is reached, because the clock changes its status; and again every five
 * seconds until it has, as the clock of this device may be ahead of the server's.
 */
function useNextTurn({ status, starts_at, ends_at }: PromotionDetail): void {
  const refresh = useRefresh()
  const [looks, setLooks] = useState(0)
  const next = status === 'scheduled' ? starts_at : status === 'running' ? ends_at : null
  useEffect(() => {
    if (next === null) return
    const wait = Math.max(Date.parse(next) - Date.now() + 300, looks > 0 ? 5_000 : 1_000)
    const look = () => void refresh(promotions.get).finally(() => setLooks((before) => before + 1))
    const timer = wait < longestMs ? setTimeout(look, wait) : undefined
    return () => clearTimeout(timer)
  }, [next, refresh, looks])
}
