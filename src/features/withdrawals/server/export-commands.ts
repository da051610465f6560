import type { Cell } from '#kit/contract/csv.ts'
import type { Input } from '#kit/contract/endpoint.ts'
import type { Context } from '#kit/server/context.ts'
import type { CsvAnswer } from '#kit/server/implement.ts'
import { exportRows } from '#kit/server/list.ts'
import { exportTable } from '#kit/server/table-export.ts'
import type { AppliedVendorRow, OwnerKind, VendorWithdrawalRow, Withdrawal } from '../contract.ts'
import {
  type AppliedField,
  appliedFieldNames,
  type LatestField,
  latestFieldNames,
  type vendorExports,
  type WithdrawalField,
  type withdrawalExports,
  withdrawalFieldNames,
} from '../export-contract.ts'
import { appliedSource, latestSource, withdrawalSource } from './queries.ts'

/**
 * Exports the vendors who applied that the filters leave, in batches of 500, with all fields or the chosen ones. The
 * export is first recorded in the audit log. Refuses (invalid) more rows than an XLSX file can hold.
 */
export async function exportApplied(
  ctx: Context,
  { fields = appliedFieldNames, format, ...asked }: Input<typeof vendorExports.applied>,
): Promise<CsvAnswer> {
  const rows = exportRows(ctx.db, appliedSource(asked), asked.sort)
  return exportTable(ctx, { ...vendorsIn(asked), format, fields, rows, cellOf: appliedCell })
}

/** Exports approved vendors with their latest withdrawal, as `exportApplied` does. */
export async function exportLatest(
  ctx: Context,
  { fields = latestFieldNames, format, ...asked }: Input<typeof vendorExports.latest>,
): Promise<CsvAnswer> {
  const rows = exportRows(ctx.db, latestSource(asked), asked.sort)
  return exportTable(ctx, { ...vendorsIn(asked), format, fields, rows, cellOf: latestCell })
}

/** Exports withdrawals of vendors or of customers, or the selected ones, as `exportApplied` does; accounts are masked. */
export async function exportWithdrawals(
  ctx: Context,
  kind: OwnerKind,
  { fields = withdrawalFieldNames, format, ids, ...asked }: Input<typeof withdrawalExports.vendor.list>,
): Promise<CsvAnswer> {
  const rows = exportRows(ctx.db, withdrawalSource(ctx, kind, { ...asked, ids }), asked.sort)
  return exportTable(ctx, {
    name: 'Withdrawals',
    ids,
    asked: { of: `${kind}s`, ...asked, ...(asked.q ? { q: '(searched)' } : {}) },
    ...{ format, fields, rows, cellOf: withdrawalCell },
  })
}

/** What the audit log keeps of an export of vendors: a search is for a person, so its words are left out. */
function vendorsIn<A extends { q?: string | undefined }>(asked: A) {
  return { name: 'Vendors', ids: undefined, asked: asked.q ? { ...asked, q: '(searched)' } : asked }
}

function appliedCell(vendor: AppliedVendorRow, field: AppliedField): Cell {
  if (field === 'created_at') return new Date(vendor.created_at)
  return field === 'missing' ? vendor.missing.join(', ') : vendor[field]
}

function latestCell({ withdrawal, ...vendor }: VendorWithdrawalRow, field: LatestField): Cell {
  switch (field) {
    case 'withdrawal_amount':
      return withdrawal && { decimal: withdrawal.amount }
    case 'withdrawal_at':
      return withdrawal && new Date(withdrawal.at)
    case 'withdrawal_status':
      return withdrawal && (withdrawal.is_returned ? 'returned' : withdrawal.status)
    default:
      return vendor[field]
  }
}

function withdrawalCell(withdrawal: Withdrawal, field: WithdrawalField): Cell {
  switch (field) {
    case 'amount':
      return { decimal: withdrawal.amount }
    case 'requested_at':
      return new Date(withdrawal.requested_at)
    case 'status':
      return withdrawal.is_returned ? 'returned' : withdrawal.status
    case 'run':
      return withdrawal.run?.number ?? null
    default:
      return withdrawal[field]
  }
}
