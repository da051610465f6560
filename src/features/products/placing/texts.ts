import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  chooseACategory: 'Choose a category',
  changeCategory: 'Change category…',
  changeQuestion: 'Change the category of {count, plural, one {# product} other {# products}}?',
  change: 'Change category of {count, plural, one {# product} other {# products}}',
  changeText: 'You can undo this for 15 minutes.',
  needsReview:
    'Approved products keep their category until somebody approves the edit. You can undo this for 15 minutes.',
  categoriesNotLoaded: 'The categories could not be loaded.',
})
