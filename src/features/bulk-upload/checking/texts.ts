import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  preview: 'Preview',
  importable: '{count, plural, one {# product} other {# products}} can be imported. Nothing is written yet.',
  picturesLeft:
    '{picturesLeft, plural, one {# picture} other {# pictures}} of imported rows can still be fetched.',
  columnsMapped: 'Mapped columns: {read, number} of {columns, number}.',
  withoutStock:
    '{withoutStock, plural, one {# new product has no stock in the sheet. The product is created with stock 0 and cannot be sold until you enter its stock.} other {# new products have no stock in the sheet. The products are created with stock 0 and cannot be sold until you enter their stock.}}',
  columnsLeftOut: '{left, plural, one {# column} other {# columns}} left out',
  columnIndex: 'Column {index}',
  errorsSkipped:
    '{error, plural, one {# row with an error is skipped.} other {# rows with errors are skipped.}} Download the error file, fix what its column “error” names, and upload the file again.',
  nothingErrorsOnly: 'Nothing to import: all rows have errors.',
  nothingUnchanged:
    '{unchanged, plural, one {Nothing to import: the row has no changes.} other {Nothing to import: the # rows have no changes.}}',
  nothingUnchangedOrErrors: 'Nothing to import: the rows without errors have no changes.',
  nothingExamplesOnly: 'Nothing to import: the file has only examples and headings.',
  nothingNoRows: 'Nothing to import: the file has no rows.',
  importProducts: 'Import {count, plural, one {# product} other {# products}}',
  fetchPictures: 'Fetch {picturesLeft, plural, one {# picture} other {# pictures}}',
  changeColumns: 'Change columns',
  cancel: 'Cancel',
  errorsSkippedForNow:
    '{error, plural, one {# row with an error is skipped.} other {# rows with errors are skipped.}} Download the error file, fix what its column “error” names, and upload the file again, now or after the import.',
  errorFileNotLoaded: 'The error file could not be loaded. {error}.',
  errorsAs: 'Errors as {format}',
  rows: 'Rows',
  rowsByOutcome: 'Rows by outcome',
  rowsNotLoaded: 'The rows could not be loaded.',
  noRows: 'No rows of this kind.',
  showAllRows: 'Show all rows',
  reverted: 'Reverted',
  kept: 'Kept',
  created: 'Created',
  changed: 'Changed',
  create: 'Create',
  change: 'Change',
  failed: 'Failed',
  unchanged: 'Unchanged',
  error: 'Error',
  skipped: 'Skipped',
  all: 'All',
  errorsByColumn: 'Errors by column',
  showOnlyTheseRows: 'Show only these rows',
  errorCount: '{errors, plural, one {# error} other {# errors}}',
  errorsElsewhere: 'Not in a column: {count, number}',
  rowsOfTheFile: 'Rows of the file',
  row: 'Row',
  product: 'Product',
  outcome: 'Outcome',
  details: 'Details',
  rowInFile: 'Row {number} as in the file',
  leftOut: 'Left out',
  empty: 'Empty',
  newProductsNeed:
    'New products need {label}, but no column is mapped to {label}. Rows for new products will be errors; existing products can be changed',
  neededCell: '{label} is needed for a new product. Fill in the cell',
  neededColumn:
    '{label} is needed for a new product, but no column is mapped to {label}. Map a column to {label}, or add a column to the sheet',
  showsNothingTypeAText: '{text} shows nothing. Type a text that can be seen',
  theTextHasCharactersShorten: 'The text has {text, number} characters. Shorten it to at most {most}',
  isTooLargeAtMost: '{text} is too large: at most {most}',
  textMustMessage: '{text} must {message}',
  hasALineBreakWrite: '{text} has a line break. Write it in one line',
  holdsACharacterThatCannot:
    '{text} holds a character that cannot be shown ({code}). Save the sheet as CSV UTF-8 and upload the new file, or type the text again',
  hasLostLettersSaveThe:
    '{text} has lost letters. Save the original sheet as CSV UTF-8 and upload the new file, or type the text again',
  theSheetHasNoStock:
    'The sheet has no stock for this product. The listing is created with stock 0 and cannot be sold until its stock is filled in',
  newProductsNeedBoth:
    'New products need {name} and {price}, but no columns are mapped to them. Rows for new products will be errors; existing products can be changed',
})
