import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  help: 'Help',
  closeHelp: 'Close help',
  searchHelp: 'Search help',
  back: 'Back',
  openScreen: 'Open this screen',
  allArticles: 'All articles',
  noArticle: 'No article about this screen. Search for a task, or choose an article.',
  noArticleFound: 'No article found for “{q}”. Use fewer words, or other words.',
  articlesFound: '{count, plural, one {# article} other {# articles}} found',
  keyboardShortcuts: 'Keyboard shortcuts',
  openPicture: 'Open the picture in a new tab',
})
