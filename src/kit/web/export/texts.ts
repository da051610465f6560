import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  exportCsv: 'Export CSV',
  downloadFailed: 'The file was not downloaded completely. Try again.',
  exportSelected: 'Export selected',
  export: 'Export',
  csv: 'CSV',
  csvExplained: 'Opens in any program, with any number of rows.',
  excelXlsx: 'Excel (XLSX)',
  xlsxExplained: 'Keeps text, numbers and times in their own formats.',
  matchingRows: 'All rows that match the search and the filters, in the order of the list.',
  allRows: 'All rows of this list, in its order.',
  selectedRows: '{selected, plural, one {# selected row} other {# selected rows}}, in the order of the list.',
  format: 'Format',
  fields: 'Fields',
  chooseAll: 'Choose all',
  onlyField: 'Only {field}',
  cancel: 'Cancel',
  exportFields: 'Export {chosen, plural, one {# field} other {# fields}}',
})
