import type { SectionName } from '#features/content/section-contract.ts'

/** What one release of the demo changed: fields of sections, and the entries of those that have them. */
export interface WindowStep {
  title: string
  note: string
  /** Days before the demo is loaded; below zero are days to come. */
  daysAgo: number
  sections: Partial<Record<SectionName, { fields?: Record<string, unknown>; items?: readonly Entry[] }>>
}
/** An entry of a section; `picture` is the name of a picture of the library. */
export type Entry = Record<string, unknown> & { title: string; picture?: string }

const banner = (title: string, sub_title: string, cta: string, cta_link: string, picture: string): Entry => ({
  ...{ title, sub_title, cta, cta_link, picture },
})

/** The releases of the demo shop, oldest first; the last one is still to come. */
export const windowSteps: readonly WindowStep[] = [
  {
    title: 'The shop opens',
    note: 'First version of the homepage and the pages.',
    daysAgo: 41,
    sections: {
      logos: { fields: { shop_name: 'Munshi Bazaar' } },
      homepage: {
        fields: {
          welcome: 'Welcome to Munshi Bazaar',
          popular_heading: 'Popular categories',
          products_heading: 'New in the bazaar',
          search_title: 'Munshi Bazaar: from the makers of Pakistan',
          search_description: 'Cloth, food, home and crafts of small sellers from Karachi to Gilgit.',
        },
      },
      slider_banners: {
        items: [
          banner(
            'Lawn from Faisalabad',
            'Three-piece suits, unstitched',
            'See the cloth',
            '/stores',
            'Lawn collection, slider',
          ),
          banner(
            'Blue pottery of Multan',
            'Painted by hand, fired once',
            'Meet the potters',
            '/blog',
            'Blue pottery of Multan, slider',
          ),
        ],
      },
      services: {
        items: [
          {
            title: 'Cash on delivery',
            sub_title: 'Pay when the parcel is in your hands',
            picture: 'Icon, gifts',
          },
          {
            title: 'Delivery in 200 cities',
            sub_title: 'From Karachi to Gilgit, by known couriers',
            picture: 'Icon, delivery',
          },
          { title: 'Seven days to return', sub_title: 'If it is not what the picture showed' },
        ],
      },
      sub_slider_banners: {
        items: [
          banner(
            'Dry fruit from Quetta',
            'Almonds of this year',
            'Taste',
            '/stores',
            'Dry fruit from Quetta',
          ),
          banner('Chai corner', 'Cups from Hala', 'Pour', '/stores', 'Chai corner'),
        ],
      },
      popular_categories_banners: {
        items: [
          banner('Khussa', 'From Bahawalpur', 'See all', '/stores', 'Khussa of Bahawalpur'),
          banner('Cricket', 'Bats from Sialkot', 'See all', '/stores', 'Cricket season'),
          banner('Carpets', 'Knotted by hand', 'See all', '/stores', 'Carpets and rugs'),
        ],
      },
      center_large_banner: {
        items: [
          banner('For the wedding season', 'Bangles of gold', 'See them', '/stores', 'Wedding season, tall'),
        ],
      },
      bottom_small_banners: {
        items: [
          banner('Brass and copper', 'Polished in Karachi', 'See the pots', '/stores', 'Brass and copper'),
          banner('Attar', 'From Lahore', 'Smell', '/stores', 'Attar from Lahore'),
        ],
      },
      favicon: { fields: { picture: 'Mark of the shop' } },
      about_us: {
        fields: {
          title: 'About Munshi Bazaar',
          text: '<p>We bring small makers and shops of Pakistan together in one bazaar: weavers of Kamalia, potters of Hala, orchards of Swat.</p><h2>How we work</h2><ul><li>Each seller is checked by people before the first sale.</li><li>Each seller is paid every week.</li></ul>',
          search_title: 'About us',
        },
      },
      stores_page: { fields: { title: 'All Stores', intro: 'Every shop of the bazaar, by its name.' } },
      faq_page: { fields: { title: 'Questions and answers', intro: 'What shoppers ask us most.' } },
      blog_page: {
        fields: { title: 'From the bazaar', intro: 'Stories of makers, and how to care for what they make.' },
      },
    },
  },
  {
    title: 'Winter',
    note: 'Shawls and dry fruit until the end of January.',
    daysAgo: 9,
    sections: {
      homepage: {
        fields: { announcement: 'Free delivery from Rs 10,000', announcement_link: '/faq' },
      },
      slider_banners: {
        items: [
          banner(
            'Shawls from Swat',
            'Handwoven wool for cold evenings',
            'See the shawls',
            '/stores',
            'Winter shawls, slider',
          ),
          banner(
            'Blue pottery of Multan',
            'Painted by hand, fired once',
            'Meet the potters',
            '/blog',
            'Blue pottery of Multan, slider',
          ),
        ],
      },
    },
  },
  {
    title: 'Wedding season',
    note: 'Goes live when the ads begin.',
    daysAgo: -6,
    sections: {
      homepage: { fields: { announcement: 'Wedding season: bridal wear from Lahore and Multan' } },
    },
  },
]

/** What waits in the working copies: nobody has published it yet. */
export const windowDraft: WindowStep['sections'] = {
  sub_slider_banners: {
    items: [
      banner(
        'Dry fruit from Quetta',
        'Almonds and walnuts of this year',
        'Taste',
        '/stores',
        'Dry fruit from Quetta',
      ),
    ],
  },
  about_us: { fields: { search_description: 'Who we are, and how sellers are checked and paid.' } },
}
