import { implement } from '#kit/server/implement.ts'
import {
  blogSections,
  faqSections,
  generalSections,
  homepageSections,
  previews,
  releases,
  windowContent,
} from '../contract.ts'
import { saveSection } from './commands.ts'
import { createPreviewLink, endPreviewLink, listPreviewLinks } from './preview-commands.ts'
import { readSection, readWaiting } from './queries.ts'
import { cancelRelease, changeRelease, createRelease, rollBack, takeOver } from './release-commands.ts'
import { compareReleases, listReleases, readRelease } from './release-queries.ts'
import { readPreview, readShared, readWindow, readWindowPage } from './window-queries.ts'

const sectionHandlers = { get: readSection, save: saveSection }

export const contentRoutes = [
  ...implement('homepageSections', homepageSections, sectionHandlers),
  ...implement('generalSections', generalSections, sectionHandlers),
  ...implement('faqSections', faqSections, sectionHandlers),
  ...implement('blogSections', blogSections, sectionHandlers),
  ...implement('releases', releases, {
    list: listReleases,
    waiting: readWaiting,
    get: readRelease,
    compare: compareReleases,
    create: createRelease,
    change: changeRelease,
    cancel: cancelRelease,
    rollBack,
    takeOver,
  }),
  ...implement('previews', previews, {
    list: listPreviewLinks,
    create: createPreviewLink,
    end: endPreviewLink,
    content: readPreview,
    shared: readShared,
  }),
  ...implement('windowContent', windowContent, { content: readWindow, page: readWindowPage }),
]
