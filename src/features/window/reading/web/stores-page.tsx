import type { Answers, Content, Place, Store } from '#features/window/contract.ts'
import { texts } from '#features/window/texts.ts'
import { addressOf, storeAddress } from '#features/window/web/links.ts'
import { MediaSquare } from '#features/window/web/picture-panel.tsx'
import { Products } from '#features/window/web/products-panel.tsx'
import { useMarks, useSetting } from '#features/window/web/use-marks.tsx'
import { mediaUrl, perPageOf, productsPerPage, sectionOf, textIn } from '#features/window/web/window-model.ts'
import { dayOf } from '#kit/contract/words.ts'
import { Crumbs, PageHead, Pages } from './article-panel.tsx'

/** Every store that sells here, found by its name or city. */
export function StoresPage({
  content,
  answers,
  place,
}: {
  content: Content
  answers: Answers
  place: Place
}) {
  const page = sectionOf(content, 'stores_page')
  const marks = useMarks('stores_page')
  const { base } = useSetting()
  const { results, total } = answers.stores ?? { results: [], total: 0 }
  const address = addressOf(base, 'stores')
  const q = place.q ?? ''
  return (
    <>
      <PageHead
        title={textIn(page.title) || texts.stores}
        intro={textIn(page.intro)}
        titleMarks={marks('title')}
        introMarks={marks('intro')}
      >
        <search>
          <form action={address} method="get" className="search">
            <input
              type="search"
              name="q"
              className="field"
              dir="auto"
              defaultValue={q}
              aria-label={texts.searchStores}
              placeholder={texts.searchStores}
              maxLength={100}
            />
            <button type="submit" className="button">
              {texts.search}
            </button>
          </form>
        </search>
      </PageHead>
      {results.length === 0 ? <p className="quiet">{q ? texts.noStoresFound : texts.noStores}</p> : null}
      <ul className="stores">
        {results.map((store) => (
          <li key={store.id} className="store-card">
            <MediaSquare media={store.logo} size={64} alt="" />
            <div>
              <h2 dir="auto">
                <a href={storeAddress(base, store.id)}>{store.shop_name}</a>
              </h2>
              <p className="quiet">
                <span dir="auto">{store.city}</span>
                <span>{texts.products({ count: store.product_count })}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Pages
        address={address}
        number={place.number ?? 1}
        total={total}
        perPage={perPageOf(page.per_page, 24)}
        q={q}
      />
    </>
  )
}

/** As the call answers them. */
/** One store with what it sells. */
export function StorePage({ store, content, place }: { store: Store; content: Content; place: Place }) {
  const { base } = useSetting()
  const stores = textIn(sectionOf(content, 'stores_page').title) || texts.stores
  const banner = mediaUrl(store.banner)
  return (
    <>
      <Crumbs crumbs={[{ text: stores, href: addressOf(base, 'stores') }, { text: store.shop_name }]} />
      {banner ? <img className="store-banner" src={banner} width={1410} height={300} alt="" /> : null}
      <div className="store-head">
        <MediaSquare media={store.logo} size={96} alt="" />
        <div>
          <h1 dir="auto">{store.shop_name}</h1>
          <p className="quiet">
            <span dir="auto">{store.city}</span>
            {store.joined_at ? <span>{texts.since({ day: dayOf(store.joined_at) })}</span> : null}
            <span>{texts.products({ count: store.product_count })}</span>
          </p>
        </div>
      </div>
      <h2 className="part-heading">{texts.productsHeading}</h2>
      {(store.products ?? []).length === 0 ? <p className="quiet">{texts.noProducts}</p> : null}
      <Products products={store.products ?? []} />
      <Pages
        address={storeAddress(base, store.id)}
        number={place.number ?? 1}
        total={store.product_count}
        perPage={productsPerPage}
      />
    </>
  )
}
