import { catalogue } from '#kit/contract/texts.ts'

export const texts = catalogue({
  exportCsv: 'Export CSV',
  theFileDidNotArrive: 'The file did not arrive whole. Try again.',
  exportSelected: 'Export selected',
  export: 'Export',
  csv: 'CSV',
  opensEverywhereWithAnyNumber: 'Opens everywhere, with any number of rows.',
  excelXlsx: 'Excel (XLSX)',
  keepsTextsNumbersAndTimes: 'Keeps texts, numbers and times as what they are.',
  allThatThisSearchAnd: 'All {noun} that this search and these filters leave, in the order of the list.',
  allOfThisListIn: 'All {noun} of this list, in its order.',
  exportNoun: 'Export {noun}',
  selectedInTheOrderOf: '{selected} selected, in the order of the list.',
  format: 'Format',
  fields: 'Fields',
  chooseAll: 'Choose all',
  onlyFields: 'Only {fields}',
  cancel: 'Cancel',
  exportFields: 'Export {chosen} {chosen, plural, one {field} other {fields}}',
  iconExport: '{icon}Export',
})
