import { implement } from '#kit/server/implement.ts'
import { imports } from '../contract.ts'
import { exportErrors, readTemplate } from '../reading/server/file-queries.ts'
import { rereadSheet, uploadSheet } from '../reading/server/upload-commands.ts'
import { cancelImport, confirmImport, mapColumns, retryImport, revertImport } from './commands.ts'
import { findVendors, listImports, listRows, readImport, readRules } from './queries.ts'

export const importRoutes = implement('imports', imports, {
  list: listImports,
  rules: readRules,
  vendors: findVendors,
  template: readTemplate,
  upload: uploadSheet,
  get: readImport,
  rows: listRows,
  map: mapColumns,
  reread: rereadSheet,
  confirm: confirmImport,
  cancel: cancelImport,
  retry: retryImport,
  revert: revertImport,
  errors: exportErrors,
})
